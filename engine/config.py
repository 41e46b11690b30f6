"""User settings: device, context, toggles, speculation, sampling. Frozen and validated."""

from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

Device = Annotated[str, Meta(pattern=r"^(auto|cpu|cuda(:\d+)?)$")]
KVType = Literal["auto", "f32", "f16", "bf16", "q8_0"]
SpeculationKind = Literal["none", "ngram"]

MAX_DRAFT_TOKENS = 15
DEFAULT_CONTEXT_LEN = 4096

T = TypeVar("T", bound=Struct)


class Toggles(Struct, frozen=True):
    """The three replay toggles; changes take effect at the next token."""

    graph: bool = True
    kvpad: bool = True
    fixed_verify: bool = True


class SpeculationConfig(Struct, frozen=True):
    """Settings of speculative decoding.

    `draft_tokens` is the longest draft; a verify step is `draft_tokens + 1` rows wide.
    `ngram_max` and `ngram_min` bound the length of the n-gram looked up in the text so far.
    """

    kind: SpeculationKind = "none"
    draft_tokens: Annotated[int, Meta(ge=1, le=MAX_DRAFT_TOKENS)] = 4
    ngram_max: Annotated[int, Meta(ge=1, le=16)] = 3
    ngram_min: Annotated[int, Meta(ge=1, le=16)] = 1

    @property
    def verify_width(self) -> int:
        """Rows of a verify step: the last token and its drafts."""
        return self.draft_tokens + 1


class SamplingParams(Struct, frozen=True):
    """The sampling chain: penalties, top-k, top-p, min-p, temperature, in this order.

    `temperature` 0 is greedy. `top_k` 0, `top_p` 1 and `min_p` 0 switch a step off.
    `penalty_last_n` is the range of the penalties in tokens; 0 switches them off.
    `seed` None: choose one and report it.
    """

    temperature: Annotated[float, Meta(ge=0.0, le=10.0)] = 0.7
    top_k: Annotated[int, Meta(ge=0)] = 40
    top_p: Annotated[float, Meta(gt=0.0, le=1.0)] = 0.95
    min_p: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.05
    repeat_penalty: Annotated[float, Meta(gt=0.0, le=10.0)] = 1.0
    frequency_penalty: Annotated[float, Meta(ge=-10.0, le=10.0)] = 0.0
    presence_penalty: Annotated[float, Meta(ge=-10.0, le=10.0)] = 0.0
    penalty_last_n: Annotated[int, Meta(ge=0)] = 64
    seed: Annotated[int, Meta(ge=0)] | None = None


class EngineConfig(Struct, frozen=True):
    """Settings of a load.

    `context_len` None: the model's maximum, at most `DEFAULT_CONTEXT_LEN` tokens.
    `threads` None: one per physical core.
    """

    device: Device = "auto"
    context_len: Annotated[int, Meta(ge=16)] | None = None
    kv_type: KVType = "auto"
    threads: Annotated[int, Meta(ge=1, le=1024)] | None = None
    toggles: Toggles = Toggles()
    speculation: SpeculationConfig = SpeculationConfig()


def validated(value: T) -> T:
    """Return `value`, or raise `msgspec.ValidationError` naming the field that is out of range."""
    return msgspec.convert(msgspec.to_builtins(value), type(value))
