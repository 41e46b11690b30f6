"""Every setting in one table: name, range, label, help; shared by the file and the settings panel."""

from app.storage.answer_options import ANSWERS, THINKING
from app.storage.options import Option, translatable
from engine.config import MAX_DRAFT_TOKENS

_KV_TYPES = (("f32", "float32"), ("f16", "float16"), ("bf16", "bfloat16"), ("q8_0", "8-bit"))

SECTIONS: dict[str, str] = {
    "replay": translatable("Settings", "Replay"),
    "speculation": translatable("Settings", "Speculation"),
    "answers": translatable("Settings", "Answers"),
    "model": translatable("Settings", "Model"),
    "appearance": translatable("Settings", "Appearance"),
    "library": translatable("Settings", "Models and downloads"),
    "state": "",
}

_REPLAY = (
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

_SPECULATE = (
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

_MODEL = (
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

_APPEARANCE = (
    Option(
        name="theme",
        section="appearance",
        kind="choice",
        label=translatable("Settings", "Theme"),
        help=translatable("Settings", "Light or dark."),
        choices=(
            ("system", translatable("Settings", "Like the system")),
            ("light", translatable("Settings", "Light")),
            ("dark", translatable("Settings", "Dark")),
        ),
    ),
    Option(
        name="font_scale",
        section="appearance",
        kind="int",
        label=translatable("Settings", "Text size"),
        help=translatable("Settings", "In percent of the system's size."),
        minimum=80,
        maximum=200,
        step=10,
    ),
)

_LIBRARY = (
    Option(
        name="download_limit",
        section="library",
        kind="int",
        label=translatable("Settings", "Download limit"),
        help=translatable("Settings", "Megabytes per second for all downloads together."),
        minimum=0,
        maximum=100_000,
        automatic=translatable("Settings", "No limit"),
    ),
    Option(
        name="extra_folders",
        section="library",
        kind="text",
        label=translatable("Settings", "More model folders"),
        help=translatable(
            "Settings", "One folder a line. Their models are used where they are, never changed."
        ),
        is_multiline=True,
    ),
    Option(
        name="hub_endpoint",
        section="library",
        kind="text",
        label=translatable("Settings", "Hub address"),
        help=translatable(
            "Settings",
            "A mirror to use instead of huggingface.co. The variable HF_ENDPOINT goes before it.",
        ),
    ),
    Option(
        name="hub_proxy",
        section="library",
        kind="text",
        label=translatable("Settings", "Proxy"),
        help=translatable(
            "Settings", "Like http://host:8080. Left empty, the system's own proxy is used."
        ),
    ),
)

_STATE = (
    Option(
        name="last_model",
        section="state",
        kind="text",
        label="",
        help="The model loaded at the next start.",
        is_hidden=True,
    ),
    Option(
        name="models_folder",
        section="state",
        kind="text",
        label="",
        help="Where models are kept; empty for the usual folder.",
        is_hidden=True,
    ),
)

OPTIONS: tuple[Option, ...] = (
    _REPLAY + _SPECULATE + ANSWERS + THINKING + _MODEL + _APPEARANCE + _LIBRARY + _STATE
)


def option(name: str) -> Option:
    """The option called `name`. Raises KeyError when there is none."""
    return _BY_NAME[name]


_BY_NAME = {entry.name: entry for entry in OPTIONS}
