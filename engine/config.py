"""User settings: device, context, toggles, speculation, sampling. Frozen and validated.

Each is declared here once: the command line and the settings panel follow from its annotation.
"""

from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from engine.setting import Setting

KVType = Literal["auto", "f32", "f16", "bf16", "q8_0", "q4_0", "tq3_0"]

MAX_DRAFT_TOKENS = 15
MAX_SEQUENCES = 16
AUTO_VERIFY_WIDTHS = (2, 4, 8)  # rows; the most drafts are one fewer
USUAL_CONTEXT_LEN = 4096  # of an automatic context; longer or shorter as the memory allows

T = TypeVar("T", bound=Struct)


class Toggles(Struct, frozen=True):
    """The three replay toggles; changes take effect at the next token."""

    graph: Annotated[
        bool,
        Setting(
            "Graph replay",
            "Record each step once and replay it. Off: every kernel is launched one by one.",
        ),
    ] = True
    kvpad: Annotated[
        bool,
        Setting(
            "Padded context",
            "Round the context up to fixed lengths, so that a step stays the same from token to "
            "token. Off: with replay on, every token is recaptured.",
        ),
    ] = True
    fixed_verify: Annotated[
        bool,
        Setting(
            "Fixed verify width",
            "Check drafts in steps of fixed widths. Off: the width follows the number of drafts, "
            "and each new width is recaptured.",
        ),
    ] = True


class SpeculationConfig(Struct, frozen=True):
    """Settings of speculative decoding.

    `kind` is "none", "ngram", "mtp" (the model's own prediction head), "auto" (that head, else a
    drafter beside the model, else n-grams) or the path of a draft model, of a head or of a drafter
    that reads hidden rows; that of a folder has a slash. `draft_tokens` is the longest draft; a
    verify step is one row wider. None: as many as pay, in steps of `AUTO_VERIFY_WIDTHS`.
    `ngram_max` and `ngram_min` bound the length of the n-gram looked up in the text so far.
    """

    kind: Annotated[
        str,
        Meta(pattern=r"^(none|auto|ngram|mtp|.+\.[gG][gG][uU][fF]|.*[/\\].*)$"),
        Setting(
            "Draft tokens from",
            "Guess the next tokens and check them in one step. The answer is the same.",
            usage="none, auto (the model's own head, else a drafter beside it whose name begins "
            "with mtp-, dspark-, dflash- or eagle3-, else ngram), ngram, mtp (its own prediction "
            "head), or a .gguf file: "
            "a smaller model of the same family, a head, or a drafter made for the model "
            "(DFlash 1 or 2, DSpark, EAGLE-3, a Gemma 4 assistant); or a DFlash drafter's folder, "
            "with a slash",
            option="--speculate",
            name="speculation",
            choices=(
                ("none", "Nothing"),
                ("auto", "What fits the model"),
                ("ngram", "Repeats in the text"),
                ("mtp", "The model's own head"),
            ),
        ),
    ] = "none"
    draft_tokens: Annotated[
        Annotated[int, Meta(ge=1, le=MAX_DRAFT_TOKENS)] | None,
        Setting(
            "Draft length",
            "The most tokens guessed at once. Automatic: as many as pay.",
            usage="the most tokens guessed at once; auto, as when left out: as many as pay",
            automatic="Automatic",
        ),
    ] = None
    ngram_max: Annotated[
        int,
        Meta(ge=1, le=16),
        Setting(
            "Longest repeat",
            "The most tokens that are looked up in the text so far.",
            is_on_command_line=False,
        ),
    ] = 3
    ngram_min: Annotated[
        int,
        Meta(ge=1, le=16),
        Setting(
            "Shortest repeat", "The fewest tokens that count as a repeat.", is_on_command_line=False
        ),
    ] = 1

    @property
    def has_model(self) -> bool:
        """Whether `kind` is the path of a draft model or of a head."""
        return self.kind not in ("none", "auto", "ngram", "mtp")

    @property
    def verify_widths(self) -> tuple[int, ...]:
        """Rows that a verify step may have: the last token and its drafts."""
        return AUTO_VERIFY_WIDTHS if self.draft_tokens is None else (1 + self.draft_tokens,)


class SamplingParams(Struct, frozen=True):
    """The sampling chain: penalties, top-k, top-p, min-p, temperature, in this order.

    `temperature` 0 is greedy. `top_k` 0, `top_p` 1 and `min_p` 0 switch a step off.
    `penalty_last_n` is the range of the penalties in tokens; 0 switches them off.
    `seed` None: choose one and report it.
    """

    temperature: Annotated[
        float,
        Meta(ge=0.0, le=10.0),
        Setting(
            "Temperature",
            "How freely words are chosen. 0 always takes the likeliest word.",
            usage="0 is greedy",
            high=5.0,
            step=0.1,
            slider=(0.0, 2.0),
        ),
    ] = 0.7
    top_k: Annotated[
        int,
        Meta(ge=0),
        Setting(
            "Top-k",
            "Choose among this many of the likeliest tokens.",
            usage="keep the X likeliest tokens; 0 keeps all",
            high=10_000,
            automatic="Off",
        ),
    ] = 40
    top_p: Annotated[
        float,
        Meta(gt=0.0, le=1.0),
        Setting(
            "Top-p",
            "Choose among the likeliest tokens that together reach this share. 1 is off.",
            usage="keep the likeliest tokens that together have this probability; 1 keeps all",
            low=0.01,
            step=0.05,
            slider=(0.05, 1.0),
        ),
    ] = 0.95
    min_p: Annotated[
        float,
        Meta(ge=0.0, le=1.0),
        Setting(
            "Min-p",
            "Leave out tokens less likely than this share of the likeliest one. 0 is off.",
            usage="drop tokens less likely than this share of the likeliest; 0 keeps all",
            step=0.01,
            slider=(0.0, 0.5),
        ),
    ] = 0.05
    repeat_penalty: Annotated[
        float,
        Meta(gt=0.0, le=10.0),
        Setting(
            "Repeat penalty",
            "Makes tokens that were used less likely. 1 is off.",
            usage="make tokens of the text so far less likely; 1 does nothing",
            low=0.1,
            high=5.0,
            step=0.05,
            slider=(0.5, 2.0),
        ),
    ] = 1.0
    frequency_penalty: Annotated[
        float,
        Meta(ge=-10.0, le=10.0),
        Setting(
            "Frequency penalty",
            "Grows with every use of a token. 0 is off.",
            usage="the same, for each time they occurred; 0 does nothing",
            low=-5.0,
            high=5.0,
            step=0.1,
            slider=(-2.0, 2.0),
        ),
    ] = 0.0
    presence_penalty: Annotated[
        float,
        Meta(ge=-10.0, le=10.0),
        Setting(
            "Presence penalty",
            "The same for every token that was used. 0 is off.",
            usage="the same, once; 0 does nothing",
            low=-5.0,
            high=5.0,
            step=0.1,
            slider=(-2.0, 2.0),
        ),
    ] = 0.0
    penalty_last_n: Annotated[
        int,
        Meta(ge=0),
        Setting(
            "Penalty range",
            "How many of the latest tokens the penalties look at.",
            usage="how many of the latest tokens the penalties look at",
            high=100_000,
            step=16,
            automatic="Off",
        ),
    ] = 64
    seed: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Setting(
            "Seed",
            "The same seed and the same question give the same answer.",
            usage="the same seed gives the same answer; chosen for you when left out",
            high=2**31 - 1,
            automatic="Random",
            is_grouped=False,
        ),
    ] = None


class EngineConfig(Struct, frozen=True):
    """Settings of a load.

    `context_len` None: as the model and the free memory comfortably allow.
    `device_memory` in GiB; None: all that is free.
    `host_layers` is what becomes of layers that a GPU has no room for, or a number: so many of the
    first ones are computed by the processor. "experts" is "auto" for a model without experts.
    `threads` None: one per physical core.
    """

    device: Annotated[
        str,
        Meta(pattern=r"^(auto|cpu|cuda(:\d+)?)$"),
        Setting(
            "Device",
            "What models run on. Automatic: the GPU, or the processor where only that has room.",
            usage="auto, cpu, cuda or cuda:N",
            choices=(("auto", "Automatic"), ("cpu", "Processor")),
        ),
    ] = "auto"
    context_len: Annotated[
        Annotated[int, Meta(ge=16)] | None,
        Setting(
            "Context length",
            "How many tokens the model can look back on; more needs more memory. Automatic: what "
            "the model and the free memory comfortably allow.",
            usage="tokens of context; what the model and the free memory allow when left out",
            option="--context",
            low=256,
            high=1_048_576,
            step=256,
            automatic="Automatic",
        ),
    ] = None
    kv_type: Annotated[
        KVType,
        Setting(
            "Context memory",
            "How exactly the model remembers the context (KV cache); fewer bits need less memory.",
            choices=(
                ("auto", "Automatic"),
                ("f32", "float32"),
                ("f16", "float16"),
                ("bf16", "bfloat16"),
                ("q8_0", "8-bit"),
                ("q4_0", "4-bit"),
                ("tq3_0", "3-bit"),
            ),
        ),
    ] = "auto"
    device_memory: Annotated[
        Annotated[float, Meta(ge=0.5, le=4096)] | None,
        Setting(
            "GPU memory",
            "The most gigabytes (GiB) that a model takes of the GPU. What does not fit is read from "
            "main memory, more slowly. Automatic: what is free.",
            usage="GiB that the engine takes on the GPU at most; the rest of the weights is read "
            "from main memory; all that is free when left out",
            low=0.5,
            high=512,
            step=0.5,
            automatic="Automatic",
        ),
    ] = None
    host_layers: Annotated[
        str,
        Meta(pattern=r"^(auto|bus|cpu|experts|[1-9]\d{0,3})$"),
        Setting(
            "Layers without room",
            "What becomes of layers that the GPU has no room for. Automatic: what was measured to be "
            "faster.",
            usage="auto, bus (the GPU reads layers that it has no room for from main memory), cpu "
            "(the processor computes them), experts (it computes experts of each layer that the "
            "GPU has no room for) or N (it computes the first N layers)",
            choices=(
                ("auto", "Automatic"),
                ("bus", "Read by the GPU"),
                ("cpu", "Processor: layers"),
                ("experts", "Processor: experts"),
            ),
        ),
    ] = "auto"
    num_sequences: Annotated[
        int,
        Meta(ge=1, le=MAX_SEQUENCES),
        Setting(
            "Answers at once",
            "How many answers a model writes side by side. Each needs memory for a context of its "
            "own.",
            usage="how many answers are written side by side, each with a context of its own",
            option="--parallel",
        ),
    ] = 1
    threads: Annotated[
        Annotated[int, Meta(ge=1, le=1024)] | None,
        Setting("Threads", "How many processor cores the engine uses.", automatic="Automatic"),
    ] = None
    toggles: Toggles = Toggles()
    speculation: SpeculationConfig = SpeculationConfig()

    @property
    def device_memory_bytes(self) -> int | None:
        """`device_memory` in bytes."""
        return None if self.device_memory is None else int(self.device_memory * (1 << 30))


def validated(value: T) -> T:
    """Return `value`, or raise `msgspec.ValidationError` naming the field that is out of range."""
    return msgspec.convert(msgspec.to_builtins(value), type(value))
