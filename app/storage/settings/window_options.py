"""The window's settings: prompts, appearance, sources of models, and remembered state."""

from app.storage.settings.option import Option

ANSWERS = (
    Option(
        "answers.system_prompt",
        "System prompt",
        "What the model is told before every conversation.",
        is_multiline=True,
    ),
    Option(
        "answers.max_tokens",
        "Longest answer",
        "The most tokens in one answer.",
        minimum=0,
        maximum=1_000_000,
        step=64,
        automatic="No limit",
    ),
)

# Drawn below the box to write in, and only for a model that has the choice.
THINKING = (
    Option(
        "answers.thinking",
        "",
        "Whether models that have the choice think before they answer.",
        choices=(("auto", ""), ("on", ""), ("off", "")),
    ),
    Option(
        "answers.effort", "", "How much they think, in their own word; empty leaves it to them."
    ),
)

APPEARANCE = (
    Option(
        "appearance.theme",
        "Theme",
        "Light or dark.",
        choices=(("system", "Like the system"), ("light", "Light"), ("dark", "Dark")),
    ),
    Option(
        "appearance.font_scale",
        "Text size",
        "In percent of the system's size.",
        minimum=80,
        maximum=200,
        step=10,
    ),
)

LIBRARY = (
    Option(
        "library.download_limit",
        "Download limit",
        "Megabytes per second for all downloads together.",
        minimum=0,
        maximum=100_000,
        automatic="No limit",
    ),
    Option(
        "library.extra_folders",
        "More model folders",
        "One folder a line. Their models are used where they are, never changed.",
        is_multiline=True,
    ),
    Option(
        "library.hub_endpoint",
        "Hub address",
        "A mirror to use instead of huggingface.co. The variable HF_ENDPOINT goes before it.",
    ),
    Option(
        "library.hub_proxy",
        "Proxy",
        "Like http://host:8080. Left empty, the system's own proxy is used.",
    ),
)

STATE = (
    Option("state.last_model", "", "The model loaded at the next start."),
    Option("state.models_folder", "", "Where models are kept; empty for the usual folder."),
)
