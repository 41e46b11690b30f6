"""How byte-level vocabularies split text into words, by `tokenizer.ggml.pre` name.

Knows only names and regular expressions; the names are those of llama.cpp's converter.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class PreTokenizer:
    """Regular expressions (Oniguruma) applied one after the other.

    Each isolates its matches within the pieces of the previous one. `ignore_merges`: a word in
    the vocabulary is one token. `add_bos` is the default when the file has no such key.
    """

    patterns: tuple[str, ...]
    ignore_merges: bool = False
    add_bos: bool = False


_CONTRACTION = r"(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])"
_GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)"
_SPACES = r"\s*[\r\n]+|\s+(?!\S)|\s+"
_SYMBOLS = r" ?[^\s\p{L}\p{N}]+[\r\n]*"
_SYMBOLS_SLASH = r" ?[^\s\p{L}\p{N}]+[\r\n/]*"
_WORD = r"[^\r\n\p{L}\p{N}]?\p{L}+"
_MARKED_WORD = r"[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+"
_LETTER_NOT_LOWER = r"(?:(?=\p{L})[^a-z])"
_LETTER_NOT_UPPER = r"(?:(?=\p{L})[^A-Z])"
_CAMEL = r"[^\r\n\p{L}\p{N}]?" + _LETTER_NOT_LOWER + "*" + _LETTER_NOT_UPPER + "+"
_CAPITALS = r"[^\r\n\p{L}\p{N}]?" + _LETTER_NOT_LOWER + "+" + _LETTER_NOT_UPPER + "*"
_HEAD = r"\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}"
_REST = r"\p{Ll}\p{Lm}\p{Lo}\p{M}"
_MARKED_CAMEL = rf"[^\r\n\p{{L}}\p{{N}}]?[{_HEAD}]*[{_REST}]+"
_MARKED_CAPITALS = rf"[^\r\n\p{{L}}\p{{N}}]?[{_HEAD}]+[{_REST}]*"
_THOUSANDS = r"\p{N}{1,3}(?=(?:\p{N}{3})*(?!\p{N}))"
_HAN_KANA = "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+"
_HAN_HANGUL = "[\u4e00-\u9fa5\u0800-\u4e00\uac00-\ud7ff]+"
_ASIAN = (
    "[\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff\u3040-\u309f\u30a0-\u30ff\uff65-\uff9f\u2f00-\u2fdf"
    "\u0e00-\u0e7f\u0e80-\u0eff\u1780-\u17ff\u1000-\u109f\uaa60-\uaa7f\ua9e0-\ua9ff"
    "\uac00-\ud7af\u1100-\u11ff]+"
)
_DEEPSEEK_MAIN = (
    r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+"""
    r"|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|" + _SPACES
)
# Cased letters as in DeepSeek-LLM's tokenizer: not \p{L} of any Unicode version.
_DEEPSEEK_LETTERS = (
    "A-Za-z\u00b5\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u01ba\u01bc-\u01bf\u01c4-\u0293\u0295-\u02af"
    "\u0370-\u0373\u0376\u0377\u037b-\u037d\u037f\u0386\u0388-\u038a\u038c\u038e-\u03a1"
    "\u03a3-\u03f5\u03f7-\u0481\u048a-\u052f\u0531-\u0556\u10a0-\u10c5\u13a0-\u13f5\u13f8-\u13fd"
    "\u1c90-\u1cba\u1cbd-\u1cbf\u1d00-\u1d2b\u1d6b-\u1d77\u1d79-\u1d9a\u1e00-\u1f15\u1f18-\u1f1d"
    "\u1f20-\u1f45\u1f48-\u1f4d\u1f50-\u1f57\u1f59\u1f5b\u1f5d\u1f5f-\u1f7d\u1f80-\u1fb4"
    "\u1fb6-\u1fbc\u1fbe\u1fc2-\u1fc4\u1fc6-\u1fcc\u1fd0-\u1fd3\u1fd6-\u1fdb\u1fe0-\u1fec"
    "\u1ff2-\u1ff4\u1ff6-\u1ffc\u2102\u2107\u210a-\u2113\u2115\u2119-\u211d\u2124\u2126\u2128"
    "\u212a-\u212d\u212f-\u2134\u2139\u213c-\u213f\u2145-\u2149\u214e\u2183\u2184\u2c00-\u2c7b"
    "\u2c7e-\u2ce4\u2ceb-\u2cee\u2cf2\u2cf3\ua640-\ua66d\ua680-\ua69b\ua722-\ua76f\ua771-\ua787"
    "\ua78b-\ua78e\uab70-\uabbf\ufb00-\ufb06\ufb13-\ufb17\uff21-\uff3a\uff41-\uff5a"
    "\U00010400-\U0001044f\U000104b0-\U000104d3\U000104d8-\U000104fb\U00010c80-\U00010cb2"
    "\U00010cc0-\U00010cf2\U000118a0-\U000118df\U0001e900-\U0001e943"
)
_DEEPSEEK_SYMBOLS = "!-/:-~\uff01-\uff0f\uff1a-\uff5e\u2018-\u201f\u3000-\u3002"
_SENTENCE_PIECES = " ?[^(\\s|.,!?\u2026\u3002\uff0c\u3001\u0964\u06d4\u060c)]+"


def _alternatives(*patterns: str) -> str:
    return "|".join(patterns)


def _cl100k(numbers: str, word: str = _WORD) -> str:
    """The pattern of OpenAI's cl100k family; `numbers` groups digits."""
    return _alternatives(_CONTRACTION, word, numbers, _SYMBOLS, _SPACES)


def _o200k(camel: str, capitals: str) -> str:
    """The pattern of OpenAI's o200k family: words end between lower and upper case."""
    suffix = _CONTRACTION + "?"
    numbers = r"\p{N}{1,3}"
    return _alternatives(camel + suffix, capitals + suffix, numbers, _SYMBOLS_SLASH, _SPACES)


_LLAMA3 = _cl100k(r"\p{N}{1,3}")
_QWEN2 = _cl100k(r"\p{N}")
_QWEN35 = _alternatives(
    _CONTRACTION, _MARKED_WORD, r"\p{N}", r" ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*", _SPACES
)
_SEED = _alternatives(
    _CONTRACTION, _WORD, r"\p{N}", r" ?[^\s\p{L}\p{N}\r\n]+", r"\s*[\r\n]+|\s+(?!\S)|\s+"
)
_BAILING = _alternatives(
    r"'(?:[sSdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])",
    *(_WORD, r"\p{N}", _SYMBOLS, r"\s*[\r\n]|\s+(?!\S)|\s+"),
)

DEFAULT = PreTokenizer((r"[\p{P}\$\+<=>\^~\|]+", _GPT2, r"\p{N}+", "[0-9][0-9][0-9]"))

_GROUPS: tuple[tuple[str, PreTokenizer], ...] = (
    ("default", DEFAULT),
    (
        "llama3 llama-v3 llama-bpe falcon3 falcon-h1 pixtral midm-2.0 lfm2",
        PreTokenizer((_LLAMA3,), ignore_merges=True, add_bos=True),
    ),
    ("dbrx smaug smaug-bpe glm4 chatglm-bpe", PreTokenizer((_LLAMA3,))),
    (
        "qwen2 deepseek-r1-qwen megrez stablelm2 hunyuan solar-open grok-2 kormo",
        PreTokenizer((_QWEN2,)),
    ),
    ("qwen35", PreTokenizer((_QWEN35,))),
    ("laguna", PreTokenizer((r"[^\n]+|[\n]+", _QWEN2))),
    (
        "minicpm5",
        PreTokenizer((r"\p{N}{1,3}", _cl100k(r"\p{N}+")), ignore_merges=True),
    ),
    (
        "gpt2 gpt-2 phi-2 mpt olmo jais trillion granite-docling gigachat a.x-4.0 mellum exaone4 "
        "modern-bert",
        PreTokenizer((_GPT2,)),
    ),
    (
        "smollm starcoder refact granite command-r codeshell exaone minerva-7b mellum2",
        PreTokenizer((r"\p{N}", _GPT2)),
    ),
    (
        "tekken",
        PreTokenizer(
            (_alternatives(_CAMEL, _CAPITALS, r"\p{N}", _SYMBOLS_SLASH, _SPACES),),
            ignore_merges=True,
            add_bos=True,
        ),
    ),
    (
        "gpt-4o o200k llama4 kanana2 minimax-m2 talkie",
        PreTokenizer((_o200k(_CAMEL, _CAPITALS),)),
    ),
    (
        "tiny_aya cohere2moe",
        PreTokenizer((_THOUSANDS, _o200k(_MARKED_CAMEL, _MARKED_CAPITALS))),
    ),
    (
        "deepseek-llm",
        PreTokenizer(
            (
                "[\r\n]",
                rf"\s?[{_DEEPSEEK_LETTERS}]+",
                rf"\s?[{_DEEPSEEK_SYMBOLS}]+",
                r"\s+\z",
                _HAN_HANGUL,
                r"\p{N}+",
            )
        ),
    ),
    (
        "deepseek-coder",
        PreTokenizer(("[\r\n]", r"\s?\p{L}+", r"\s?\p{P}+", _HAN_HANGUL, r"\p{N}")),
    ),
    (
        "deepseek-v3 hunyuan-dense joyai-llm hy_v4",
        PreTokenizer((r"\p{N}{1,3}", _HAN_KANA, _DEEPSEEK_MAIN)),
    ),
    ("afmoe", PreTokenizer((_THOUSANDS, _ASIAN, _DEEPSEEK_MAIN))),
    ("falcon", PreTokenizer((r"[\p{P}\$\+<=>\^~\|`]+", _GPT2, "[0-9][0-9][0-9]"))),
    ("seed-coder", PreTokenizer((_SEED,))),
    ("bailingmoe bailingmoe2 llada-moe", PreTokenizer((_BAILING,))),
    ("poro-chat bloom gpt3-finnish", PreTokenizer((_SENTENCE_PIECES,))),
    ("viking", PreTokenizer((_SENTENCE_PIECES, r"\p{N}"))),
)

PRE_TOKENIZERS: dict[str, PreTokenizer] = {
    name: pre_tokenizer for names, pre_tokenizer in _GROUPS for name in names.split()
}
