"""Which names of strangers can be kept."""

import pytest

from app.services.hub.address import fold_path, is_sound_path, is_sound_repo_id


@pytest.mark.parametrize(
    "path",
    [
        "m-Q4_0.gguf",
        "Q8_0/m-00001-of-00002.gguf",
        "a b (1)+[x],é漢.gguf",
        "console.gguf",
        "com.gguf",
    ],
)
def test_ordinary_names_can_be_kept(path: str) -> None:
    assert is_sound_path(path)


@pytest.mark.parametrize(
    "path",
    [
        "", ".", "..", "../m.gguf", "a/../m.gguf", "a/./m.gguf", "a//m.gguf", "/m.gguf", "a/", ".hidden/m.gguf", "..\\m.gguf",
        "C:\\m.gguf", "C:m.gguf", "\\\\host\\share\\m.gguf", "CON.gguf", "con", "nul.txt", "aux .gguf", "a/Lpt1.x.gguf",
        "COM¹.gguf", "conin$", "dot.", "space ", " space", "a<.gguf", "a>.gguf", "a|.gguf", "a?.gguf", "a*.gguf", 'a".gguf',
        "a\n.gguf", "a\x00.gguf", "a\x1b.gguf", "a\x9b.gguf", "a\u202e.gguf", "a\u200b.gguf", "a\ud800.gguf", "a\u2028.gguf",
        "x" * 241, "漢" * 81, "d/" * 8 + "m.gguf", "d" * 200 + "/" + "d" * 200 + "/" + "d" * 200,
    ],
)  # fmt: skip
def test_names_that_lead_elsewhere_or_deceive_or_no_system_holds_are_not(path: str) -> None:
    assert not is_sound_path(path)


@pytest.mark.parametrize(
    "name", ["a", "a/b/c", "a/..", "-a/b", "a/aux", "con/b", "a/b.git", "é/b", "a/b\n", ""]
)
def test_only_author_and_name_are_a_repository(name: str) -> None:
    assert is_sound_repo_id("author/tiny-GGUF_1.0")
    assert not is_sound_repo_id(name)


def test_one_file_on_a_disk_that_folds_names_is_one() -> None:
    assert fold_path("Q/Tïny.GGUF") == fold_path("q/TI\u0308NY.gguf")
    assert fold_path("a.gguf") != fold_path("b.gguf")
