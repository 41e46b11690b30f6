"""Names a model as people know it, from its file's name and from what the file says of itself.

Neither is right by itself: converters write the folder of a training run into the file, and a file
may be called model.gguf.
"""

import re
from collections.abc import Sequence

from app.services.hub.quantizations import without_quantization
from engine.gguf.name_parts import NameParts

_BREAK = re.compile(r"[\s_\-/\\]+|\.(?!\d)|(?<!\d)\.")
_SIZE = re.compile(r"[ae]?\d+(\.\d+)?[bm]|\d+x\d+(\.\d+)?b", re.IGNORECASE)
_VERSION = re.compile(r"v?\d+(\.\d+)*")
_FAMILY = re.compile(r"[^\W\d_]+")
_HASH = re.compile(r"(sha256)?[0-9a-f]{16,}")
_NOISE = frozenset({"gguf", "ggml", "imat", "imatrix"})
# Words that name no model, and that file names and broken converters are full of.
_EMPTY = frozenset({"model", "models", "content", "merged", "final", "output", "download", "hf"})
_NUM_LEADING = 3  # the publisher may stand before the family
_SPELLINGS = {
    "deepseek": "DeepSeek",
    "exaone": "EXAONE",
    "glm": "GLM",
    "gpt": "GPT",
    "it": "it",
    "lfm": "LFM",
    "moe": "MoE",
    "olmo": "OLMo",
    "oss": "OSS",
    "smollm": "SmolLM",
    "tinyllama": "TinyLlama",
    "vl": "VL",
}


def good_name(stem: str, claimed: str, parts: NameParts) -> str:
    """The name to show. `stem` is the file's name without ending, `claimed` its general.name."""
    in_file = _words(without_quantization(stem))
    said = _words(without_quantization(claimed))
    begin = _common_begin(in_file, [*said[:_NUM_LEADING], *_words(parts.basename)[:1]])
    if begin is not None:
        return _spelled(in_file[begin:], said)  # both mean one model, and people chose the file's
    if _names_a_model(said):
        return _spelled(said, [])
    built = _words(" ".join((parts.basename, parts.size_label, parts.finetune)))
    if _names_a_model(built):
        return _spelled(built, [])
    return _spelled(in_file, []) or stem


def _words(text: str) -> list[str]:
    return [word for word in _BREAK.split(text) if word and word.casefold() not in _NOISE]


def _family(words: Sequence[str]) -> str:
    """The letters that the first word begins with: "smollm" of "SmolLM2"; "" if it names none."""
    match = _FAMILY.match(words[0]) if words else None
    family = match[0].casefold() if match else ""
    return "" if family in _EMPTY else family


def _common_begin(in_file: Sequence[str], said: Sequence[str]) -> int | None:
    """Where the name begins in the file's: at the first family that the file says too."""
    families = {_family([word]) for word in said} - {""}
    leading = in_file[:_NUM_LEADING]
    return next((at for at, word in enumerate(leading) if _family([word]) in families), None)


def _names_a_model(words: Sequence[str]) -> bool:
    return bool(_family(words)) and not _HASH.fullmatch(words[0].casefold())


def _spelled(words: Sequence[str], hints: Sequence[str]) -> str:
    """`words` as a title; `hints` are other spellings of some. A single word is not changed."""
    known = {hint.casefold(): hint for hint in hints}
    if len(words) == 1:
        return known.get(words[0].casefold(), words[0])
    return " ".join(_spell(word, known.get(word.casefold(), "")) for word in words)


def _spell(word: str, hint: str) -> str:
    if _SIZE.fullmatch(word):
        return word.upper().replace("X", "x")
    if not word.islower() or _VERSION.fullmatch(word):
        return word
    family = _FAMILY.match(word)
    if family and family[0] in _SPELLINGS:
        return _SPELLINGS[family[0]] + word[family.end() :]
    return hint if hint and not hint.islower() else word[0].upper() + word[1:]
