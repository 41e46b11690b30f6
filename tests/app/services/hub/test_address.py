"""What people paste."""

import pytest

from app.services.hub.address import HubAddress, is_repo_id, parse_address
from app.services.hub.settings import HubError

REPO = "author/Model-1.5_GGUF"
ENDPOINT = "http://127.0.0.1:8123"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        (REPO, HubAddress(REPO)),
        (f"  <https://huggingface.co/{REPO}/> ", HubAddress(REPO)),
        (f"{REPO}:Q4_K_M", HubAddress(REPO, label="Q4_K_M")),
        (f"hf.co/{REPO}:Q8_0", HubAddress(REPO, label="Q8_0")),
        (f"huggingface.co/{REPO}", HubAddress(REPO)),
        (f"HTTPS://HuggingFace.co/{REPO}?library=x#card", HubAddress(REPO)),
        (f"https://hf-mirror.com/{REPO}", HubAddress(REPO)),
        (f"{ENDPOINT}/{REPO}", HubAddress(REPO)),
        (f"https://huggingface.co/{REPO}/tree/main", HubAddress(REPO, "main")),
        (f"https://huggingface.co/{REPO}/tree/main/Q8_0", HubAddress(REPO, "main")),
        (f"https://huggingface.co/{REPO}/discussions/3", HubAddress(REPO)),
        (f"https://huggingface.co/{REPO}/blob/main/README.md", HubAddress(REPO, "main")),
        (
            f"https://huggingface.co/{REPO}/blob/main/UD/m%20x-Q4_0.gguf",
            HubAddress(REPO, "main", "UD/m x-Q4_0.gguf"),
        ),
        (
            f"https://huggingface.co/{REPO}/resolve/abc123/m.gguf?download=true",
            HubAddress(REPO, "abc123", "m.gguf"),
        ),
        (
            f"https://huggingface.co/{REPO}/resolve/refs%2Fpr%2F1/m.gguf",
            HubAddress(REPO, "refs/pr/1", "m.gguf"),
        ),
        (
            f"https://huggingface.co/{REPO}/resolve/refs/pr/1/m.gguf",
            HubAddress(REPO, "refs/pr/1", "m.gguf"),
        ),
        (f"https://huggingface.co/api/models/{REPO}", HubAddress(REPO)),
        (f"{REPO}/Q8_0/m.gguf", HubAddress(REPO, path="Q8_0/m.gguf")),
    ],
)
def test_addresses_are_taken_apart(text: str, address: HubAddress) -> None:
    assert parse_address(text, ENDPOINT) == address


@pytest.mark.parametrize(
    "text",
    ["", "llama", "llama 3.2 3b", "a/b/c", "../up/m.gguf", "./m.gguf", "a--b/c", "C:\\m.gguf"],
)
def test_words_are_no_address(text: str) -> None:
    assert parse_address(text) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("https://example.com/author/model", "not on the Hub"),
        ("https://huggingface.co@example.com/a/b", "not on the Hub"),
        ("ftp://huggingface.co/a/b", "not on the Hub"),
        ("https://huggingface.co/datasets/a/b", "data set"),
        ("https://huggingface.co/spaces/a/b", "Space"),
        ("https://huggingface.co/gpt2", "names no repository"),
        ("https://huggingface.co/../etc/passwd", "names no repository"),
        ("https://[oops", "no address"),
    ],
)
def test_other_addresses_are_refused_in_one_sentence(text: str, reason: str) -> None:
    with pytest.raises(HubError, match=reason) as raised:
        parse_address(text)
    assert str(raised.value).endswith(".")


@pytest.mark.parametrize(
    "name", ["a", "a/b/c", "a/../b", "-a/b", "a/b.", "a/b.git", "a/b c", "/b", "ä/b"]
)
def test_names_that_the_hub_does_not_allow(name: str) -> None:
    assert not is_repo_id(name)
