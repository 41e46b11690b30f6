"""Names of models as people know them."""

import pytest

from app.services.library.naming import good_name
from engine.gguf.name_parts import NameParts


@pytest.mark.parametrize(
    ("stem", "claimed", "name"),
    [
        # What the file says is the folder of a training run.
        (
            "SmolLM2-135M-Instruct.Q4_1",
            "Smollm2 135M 8k Lc100K Mix1 Ep2",
            "SmolLM2 135M Instruct",
        ),
        ("Llama-3.2-3B-Instruct-Q4_K_M", "Llama 3.2 3B Instruct", "Llama 3.2 3B Instruct"),
        ("qwen2.5-0.5b-instruct-q4_k_m", "qwen2.5-0.5b-instruct", "Qwen2.5 0.5B Instruct"),
        ("Qwen3-30B-A3B-Instruct-2507-UD-Q4_K_XL", "Qwen3", "Qwen3 30B A3B Instruct 2507"),
        ("google_gemma-3-4b-it-Q4_K_M", "Gemma 3 4b It", "Gemma 3 4B it"),
        ("gpt-oss-20b-mxfp4", "Gpt Oss 20B", "GPT OSS 20B"),
        (
            "mixtral-8x7b-instruct-v0.1.Q4_K_M",
            "mistralai_mixtral-8x7b-instruct-v0.1",
            "Mixtral 8x7B Instruct v0.1",
        ),
        # The name of the file says nothing.
        ("model", "Qwen3 0.6B", "Qwen3 0.6B"),
        ("8cf2ff7cd5f1bd2d0b3ef6d2c1b0a1e3", "Qwen3 0.6B", "Qwen3 0.6B"),
        # Neither does what the file says.
        ("LFM2-1.2B-Q4_K_M", "8cf2ff7cd5f1bd2d0b3ef6d2c1b0a1e3", "LFM2 1.2B"),
        ("notes", "", "notes"),
    ],
)
def test_a_model_is_called_what_people_call_it(stem: str, claimed: str, name: str) -> None:
    assert good_name(stem, claimed, NameParts()) == name


def test_the_parts_of_a_name_help_where_nothing_else_does() -> None:
    parts = NameParts("Phi-3", "3.8B", "mini")
    assert good_name("ggml-model-q4_0", "models", parts) == "Phi 3 3.8B Mini"
