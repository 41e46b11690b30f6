"""Finds the special tokens of a vocabulary: marks, end tokens, BOS and EOS.

Knows no encoding. The rules are llama.cpp's, because converted files rely on them.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.gguf.metadata import TokenizerMetadata
from engine.tokenizer.pre_tokenizers import PRE_TOKENIZERS

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = range(1, 7)

# A token with one of these texts ends an answer, whatever its type in the file.
_EOG_TEXTS = (
    *("<|eot_id|>", "<|im_end|>", "<|end|>", "<|return|>", "<|call|>", "<|flush|>", "<|calls|>"),
    *("<end_of_turn>", "<|endoftext|>", "</s>", "<|eom_id|>", "<EOT>", "_<EOT>", "[EOT]", "[EOS]"),
    *("<|end_of_text|>", "<end_of_utterance>", "<eos>", "<turn|>", "<|tool_response>", "[e~["),
    "<\uff5cend\u2581of\u2581sentence\uff5c>",
)
# Fill-in-the-middle tokens: the first present of each group is control; some end an answer.
_FIM_EOG_GROUPS = (
    ("<|fim_pad|>", "<fim-pad>", "<fim_pad>", "<PAD>", "[PAD]"),
    ("<|fim_repo|>", "<|repo_name|>", "<fim-repo>", "<REPO>", "<reponame>"),
    ("<|file_sep|>",),
)
_FIM_GROUPS = (
    ("<|fim_prefix|>", "<fim-prefix>", "<fim_prefix>", "<PRE>", "\u2581<PRE>", "<|code_prefix|>"),
    ("<|fim_suffix|>", "<fim-suffix>", "<fim_suffix>", "<SUF>", "\u2581<SUF>", "<|code_suffix|>"),
    ("<|fim_middle|>", "<fim-middle>", "<fim_middle>", "<MID>", "\u2581<MID>", "<|code_middle|>"),
)
# Brackets of marks; the second kind never occurs in ordinary text.
_BRACKETED = re.compile(r"[<\[{|\uff5c].{1,62}[>\]}|\uff5c]", re.DOTALL)
_MARK_BRACKETS = re.compile(r"<\||\|>|\uff5c")
# The harmony format relies on these tokens, so they are always shown.
_ALWAYS_SHOWN = ("<|channel|>", "<|message|>", "<|start|>", "<|constrain|>")
_KNOWN_TEXTS = frozenset(_EOG_TEXTS).union(_ALWAYS_SHOWN, *_FIM_EOG_GROUPS, *_FIM_GROUPS)


@dataclass(frozen=True)
class SpecialTokens:
    """The special tokens of a vocabulary. `types` maps each id to its GGUF token type."""

    bos_id: int | None
    eos_id: int | None
    add_bos: bool
    add_eos: bool
    eog_ids: frozenset[int]
    types: tuple[int, ...]

    def is_hidden(self, token_id: int) -> bool:
        """Whether the token is a mark, not text for the reader."""
        return self.types[token_id] in (CONTROL, UNKNOWN)


def is_bracketed(text: str) -> bool:
    """Whether a user-defined token may be a mark: `<x>`, `[x]` and the like."""
    return _BRACKETED.fullmatch(text) is not None


def is_no_text(text: str) -> bool:
    """Whether a token is always a mark: `<|x|>` and the like."""
    return _MARK_BRACKETS.search(text) is not None


def resolve_bos_eos(metadata: TokenizerMetadata) -> tuple[int | None, int | None]:
    """The ids of BOS and EOS."""
    bos_id, eos_id = metadata.bos_id, metadata.eos_id
    if metadata.model == "llama":  # SentencePiece files may omit the standard ids
        bos_id, eos_id = (
            default if token_id is None and default < len(metadata.tokens) else token_id
            for token_id, default in ((bos_id, 1), (eos_id, 2))
        )
    return bos_id, eos_id


def resolve_special_tokens(metadata: TokenizerMetadata) -> SpecialTokens:
    """Resolve the special tokens of `metadata`."""
    bos_id, eos_id = resolve_bos_eos(metadata)
    ids = {text: i for i, text in enumerate(metadata.tokens) if text in _KNOWN_TEXTS}
    types = list(metadata.token_types)

    fim_eog = _first_of_each(_FIM_EOG_GROUPS, ids)
    eog_texts = {ids[text] for text in _EOG_TEXTS if text in ids}
    for token_id in (*eog_texts, *fim_eog, *_first_of_each(_FIM_GROUPS, ids)):
        types[token_id] = CONTROL
    for text in _ALWAYS_SHOWN:
        if text in ids:
            types[ids[text]] = USER_DEFINED
    named = (eos_id, metadata.eot_id, metadata.eom_id)
    eog_ids = eog_texts.union(fim_eog, (i for i in named if i is not None))
    _keep_turns_open(ids, eog_ids, types)
    return SpecialTokens(
        bos_id=bos_id,
        eos_id=eos_id,
        add_bos=bos_id is not None and _adds_bos(metadata),
        add_eos=eos_id is not None and bool(metadata.add_eos),
        eog_ids=frozenset(eog_ids),
        types=tuple(types),
    )


def _first_of_each(groups: Iterable[Iterable[str]], ids: Mapping[str, int]) -> set[int]:
    found = (next((ids[text] for text in group if text in ids), None) for group in groups)
    return {token_id for token_id in found if token_id is not None}


def _adds_bos(metadata: TokenizerMetadata) -> bool:
    # Gemma 4 needs it; some of its files wrongly disable it.
    if metadata.model == "gemma4" or metadata.pre == "gemma4":
        return True
    if metadata.add_bos is not None:
        return metadata.add_bos
    if metadata.model == "llama":
        return True
    known = PRE_TOKENIZERS.get(metadata.pre or "")
    return known is not None and known.add_bos


def _keep_turns_open(ids: Mapping[str, int], eog_ids: set[int], types: list[int]) -> None:
    """Remove from `eog_ids` the tokens that do not end an answer in their format."""
    has_return, has_flush = "<|return|>" in ids, "<|flush|>" in ids
    has_call = "<|call|>" in ids or "<|calls|>" in ids
    end_id = ids.get("<|end|>")
    if end_id is not None and has_call and (has_return or has_flush):
        eog_ids.discard(end_id)
        types[end_id] = USER_DEFINED
    close_id = ids.get("</s>")
    if close_id is not None and "<|tool_response>" in ids:
        eog_ids.discard(close_id)
        types[close_id] = NORMAL
