"""The settings of the window: how it looks, where models come from, what it remembers by itself."""

from app.storage.settings.option import Option, translatable

APPEARANCE = (
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

LIBRARY = (
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

STATE = (
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
