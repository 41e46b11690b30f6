"""The settings of the engine: how steps are replayed, how tokens are drafted, how a model is loaded."""

from app.storage.settings.option import Option, translatable
from engine.config import MAX_DRAFT_TOKENS

_KV_TYPES = (("f32", "float32"), ("f16", "float16"), ("bf16", "bfloat16"), ("q8_0", "8-bit"))

REPLAY = (
    Option(
        name="graph",
        section="replay",
        kind="bool",
        label=translatable("Settings", "Graph replay"),
        help=translatable(
            "Settings",
            "Record each step once and replay it. Off: every kernel is launched one by one.",
        ),
    ),
    Option(
        name="kvpad",
        section="replay",
        kind="bool",
        label=translatable("Settings", "Padded context"),
        help=translatable(
            "Settings",
            "Round the context up to fixed windows, so that a step stays the same from token to "
            "token. Off: with replay on, every token is recaptured.",
        ),
    ),
    Option(
        name="fixed_verify",
        section="replay",
        kind="bool",
        label=translatable("Settings", "Fixed verify width"),
        help=translatable(
            "Settings",
            "Check drafts in steps of one width. Off: the width follows the number of drafts, and "
            "each new width is recaptured.",
        ),
    ),
)

SPECULATION = (
    Option(
        name="speculation",
        section="speculation",
        kind="choice",
        label=translatable("Settings", "Draft tokens from"),
        help=translatable(
            "Settings", "Guess the next tokens and check them in one step. The answer is the same."
        ),
        choices=(
            ("none", translatable("Settings", "Nothing")),
            ("ngram", translatable("Settings", "Repeats in the text")),
        ),
    ),
    Option(
        name="draft_tokens",
        section="speculation",
        kind="int",
        label=translatable("Settings", "Draft length"),
        help=translatable("Settings", "The most tokens guessed at once."),
        minimum=1,
        maximum=MAX_DRAFT_TOKENS,
    ),
    Option(
        name="ngram_max",
        section="speculation",
        kind="int",
        label=translatable("Settings", "Longest repeat"),
        help=translatable("Settings", "The most tokens that are looked up in the text so far."),
        minimum=1,
        maximum=16,
    ),
    Option(
        name="ngram_min",
        section="speculation",
        kind="int",
        label=translatable("Settings", "Shortest repeat"),
        help=translatable("Settings", "The fewest tokens that count as a repeat."),
        minimum=1,
        maximum=16,
    ),
)

MODEL = (
    Option(
        name="device",
        section="model",
        kind="choice",
        label=translatable("Settings", "Device"),
        help=translatable(
            "Settings",
            "What models run on. Automatic: the GPU, or the processor where only that has room.",
        ),
        choices=(
            ("auto", translatable("Settings", "Automatic")),
            ("cpu", translatable("Settings", "Processor")),
        ),
        more_choices=r"cuda(:\d+)?",
        needs_reload=True,
    ),
    Option(
        name="context_len",
        section="model",
        kind="int",
        label=translatable("Settings", "Context length"),
        help=translatable(
            "Settings", "How many tokens the model can look back on; more needs more memory."
        ),
        minimum=0,
        maximum=1_048_576,
        smallest=256,
        step=256,
        automatic=translatable("Settings", "Automatic"),
        needs_reload=True,
    ),
    Option(
        name="kv_type",
        section="model",
        kind="choice",
        label=translatable("Settings", "Context memory"),
        help=translatable(
            "Settings",
            "How exactly the model remembers the context (KV cache); fewer bits need less memory. "
            "bfloat16 and 8-bit are for the processor only.",
        ),
        choices=(("auto", translatable("Settings", "Automatic")), *_KV_TYPES),
        needs_reload=True,
    ),
    Option(
        name="threads",
        section="model",
        kind="int",
        label=translatable("Settings", "Threads"),
        help=translatable("Settings", "How many processor cores the engine uses."),
        minimum=0,
        maximum=1024,
        automatic=translatable("Settings", "Automatic"),
        needs_reload=True,
    ),
)
