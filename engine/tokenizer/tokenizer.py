"""A model's tokenizer: special tokens here, merging in an encoder."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Protocol

from engine.errors import UnsupportedModelError
from engine.gguf.cursor import shown
from engine.gguf.metadata import TokenizerMetadata
from engine.tokenizer.byte_level import ByteLevelEncoder
from engine.tokenizer.merging import (
    SPACE_MARK,
    create_ranked_encoder,
    create_sentencepiece_encoder,
)
from engine.tokenizer.pre_tokenizers import DEFAULT, PRE_TOKENIZERS
from engine.tokenizer.special_splitter import SpecialSplitter
from engine.tokenizer.special_tokens import (
    BYTE,
    CONTROL,
    NORMAL,
    UNKNOWN,
    UNUSED,
    USER_DEFINED,
    SpecialTokens,
    is_bracketed,
    is_no_text,
    resolve_special_tokens,
)
from engine.tokenizer.written_text import WrittenText, without_surrogates

SUPPORTED_MODELS = frozenset({"llama", "gpt2", "gemma4"})
_REPLACEMENT = "\ufffd"


class TextEncoder(Protocol):
    """Encodes plain text, and decodes one ordinary token to bytes."""

    def encode(self, text: str) -> list[int]: ...

    def piece_bytes(self, token: str) -> bytes: ...


class Tokenizer:
    """Text ↔ token ids, equal to llama.cpp's. Not thread-safe.

    `num_tokens` may be less than the model's padded vocabulary; an id beyond it has no text.
    `adds_space_prefix`: a space is prepended to text. `notice` is a sentence for the user when
    the pre-tokenizer is unknown.
    """

    def __init__(
        self,
        metadata: TokenizerMetadata,
        special: SpecialTokens,
        encoder: TextEncoder,
        notice: str | None = None,
    ) -> None:
        self._tokens = metadata.tokens
        self._special = special
        # Few: each text is looked for among these alone.
        self._unusual = [i for i, kind in enumerate(special.types) if kind != NORMAL]
        self._encoder = encoder
        self._bytes: dict[int, bytes] = {}
        self._marks: dict[str, frozenset[int]] = {}  # of the last template
        self.notice = notice
        self.num_tokens = len(metadata.tokens)
        self.bos_id = special.bos_id
        self.eog_ids = special.eog_ids
        self.adds_space_prefix = (
            metadata.model == "llama" and metadata.add_space_prefix is not False
        )

    def encode(self, text: str, *, add_special: bool, parse_special: bool) -> list[int]:
        """Return the ids of `text`.

        `add_special` adds BOS and EOS if the model wants them. `parse_special` parses control
        tokens in the text; user-defined tokens are always parsed.
        """
        splitter = self._all_splitter if parse_special else self._user_splitter
        parts = splitter.split(without_surrogates(text))
        return self._encoded(parts, self._encoder.encode, add_special=add_special)

    def encode_prompt(
        self, text: WrittenText, marks: frozenset[int], *, add_special: bool = True
    ) -> list[int]:
        """Return the ids of a rendered conversation.

        `add_special` adds BOS and EOS if the model wants them. Special tokens are parsed, but
        `marks` only if the template wrote all of one: text of the user or the model never becomes a
        mark.
        """
        sound = WrittenText(without_surrogates(text))

        def is_mark(start: int, end: int, token_id: int) -> bool:
            return token_id not in marks or sound.is_written(start, end)

        def encode(part: str) -> list[int]:
            return self._encode_without(part, marks)

        return self._encoded(
            self._all_splitter.split(sound.plain, is_mark), encode, add_special=add_special
        )

    def find_marks(self, source: str) -> frozenset[int]:
        """The tokens that structure a conversation, for a model with the template `source`.

        Control tokens, and the user-defined tokens that look like marks and occur in the template
        or never occur in ordinary text; most user-defined tokens are ordinary words.
        """
        if source not in self._marks:
            marks = set(self._ids_of(CONTROL, UNKNOWN))
            bracketed = {
                self._tokens[token_id]: token_id
                for token_id in self._ids_of(USER_DEFINED)
                if is_bracketed(self._tokens[token_id])
            }
            in_source = SpecialSplitter(bracketed).occurring(source)
            marks.update(
                token_id
                for text, token_id in bracketed.items()
                if text in in_source or is_no_text(text)
            )
            self._marks = {source: frozenset(marks)}
        return self._marks[source]

    def token_bytes(self, token_id: int) -> bytes:
        """The bytes of the token; empty for an id without text."""
        known = self._bytes.get(token_id)
        if known is None:
            known = self._bytes[token_id] = self._find_bytes(token_id)
        return known

    def is_hidden(self, token_id: int) -> bool:
        """Whether the token is a mark, not text for the reader."""
        return 0 <= token_id < self.num_tokens and self._special.is_hidden(token_id)

    def _encoded(
        self, parts: Iterable[str | int], encode: Callable[[str], list[int]], *, add_special: bool
    ) -> list[int]:
        special = self._special
        ids = (
            [special.bos_id]
            if add_special and special.add_bos and special.bos_id is not None
            else []
        )
        is_after_special = True
        for part in parts:
            if isinstance(part, int):
                ids.append(part)
            else:
                has_prefix = self.adds_space_prefix and is_after_special
                ids += encode(f" {part}" if has_prefix else part)
            is_after_special = isinstance(part, int)
        if add_special and special.add_eos and special.eos_id is not None:
            ids.append(special.eos_id)
        return ids

    def _encode_without(self, text: str, marks: frozenset[int]) -> list[int]:
        """The ids of plain `text`; it is split further where merging would yield a mark."""
        ids = self._encoder.encode(text)
        if marks.isdisjoint(ids):
            return ids
        plain: list[int] = []
        for token_id in ids:
            is_mark = self._is_mark(token_id, marks)
            plain += self._cut_mark(token_id, text, marks) if is_mark else (token_id,)
        return plain

    def _is_mark(self, token_id: int, marks: frozenset[int]) -> bool:
        """Whether the token is a mark; the unknown token in plain text is not."""
        return token_id in marks and self._special.types[token_id] != UNKNOWN

    def _cut_mark(self, token_id: int, text: str, marks: frozenset[int]) -> list[int]:
        """The ids that replace a mark in the ids of `text`: those of its halves."""
        piece = self._encoder.piece_bytes(self._tokens[token_id]).decode("utf-8", "replace")
        half = len(piece) // 2
        # Some encoders map SPACE_MARK to a space; both may occur in the text.
        if half and piece.replace(SPACE_MARK, " ") in text.replace(SPACE_MARK, " "):
            return [
                *self._encode_without(piece[:half], marks),
                *self._encode_without(piece[half:], marks),
            ]
        # It is one character or a byte of one: it cannot be split.
        ids = self._encoder.encode(_REPLACEMENT)
        return [each for each in ids if not self._is_mark(each, marks)]

    def _find_bytes(self, token_id: int) -> bytes:
        if not 0 <= token_id < self.num_tokens:
            return b""
        text, token_type = self._tokens[token_id], self._special.types[token_id]
        if token_type == NORMAL:
            return self._encoder.piece_bytes(text)
        if token_type == BYTE:
            return _byte_of(text)
        return b"" if token_type == UNUSED else text.encode("utf-8", "replace")

    @cached_property
    def _user_splitter(self) -> SpecialSplitter:
        return self._splitter(USER_DEFINED)

    @cached_property
    def _all_splitter(self) -> SpecialSplitter:
        return self._splitter(USER_DEFINED, CONTROL, UNKNOWN)

    def _splitter(self, *types: int) -> SpecialSplitter:
        return SpecialSplitter({self._tokens[i]: i for i in self._ids_of(*types)})

    def _ids_of(self, *types: int) -> Iterator[int]:
        """The ids of unusual `types`, ascending."""
        return (i for i in self._unusual if self._special.types[i] in types)


def create_tokenizer(metadata: TokenizerMetadata) -> Tokenizer:
    """Build the tokenizer of a GGUF file.

    Raise `UnsupportedModelError` for an unsupported tokenizer type, `ModelFileError` when it needs
    merges and has none.
    """
    check_tokenizer_model(metadata.model)
    special = resolve_special_tokens(metadata)
    if metadata.model == "llama":
        return Tokenizer(metadata, special, create_sentencepiece_encoder(metadata))
    if metadata.model == "gpt2" and metadata.pre != "gemma4":
        pre_tokenizer = PRE_TOKENIZERS.get(metadata.pre or "")
        notice = None if pre_tokenizer else _unknown_pre_notice(metadata.pre)
        encoder = ByteLevelEncoder(metadata, pre_tokenizer or DEFAULT)
        return Tokenizer(metadata, special, encoder, notice)
    return Tokenizer(metadata, special, create_ranked_encoder(metadata))


def check_tokenizer_model(model: str) -> None:
    """Raise `UnsupportedModelError` if the tokenizer type `model` is not supported."""
    if model not in SUPPORTED_MODELS:
        raise UnsupportedModelError(
            f"This model uses a tokenizer of the type {shown(model)}, which Encore does not "
            "support yet; choose a model with a byte-level BPE or SentencePiece tokenizer."
        )


def _unknown_pre_notice(name: str | None) -> str:
    which = (
        f"asks for the pre-tokenizer {shown(name)}, which is not known" if name else "names none"
    )
    return (
        f"This model's tokenizer {which}; a general one is used, and answers may be worse for it."
    )


def _byte_of(text: str) -> bytes:
    """`<0x0A>` → b"\\n"; empty for text of another form."""
    try:
        return bytes.fromhex(text[3:5])
    except ValueError:
        return b""
