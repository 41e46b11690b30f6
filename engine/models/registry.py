"""Architecture name → its module, imported when needed."""

from importlib import import_module
from typing import TYPE_CHECKING

from engine.errors import UnsupportedModelError

if TYPE_CHECKING:
    from engine.models.architecture import Architecture

_MODULES = {
    "granite": "engine.models.granite",
    "llama": "engine.models.llama",
    "mistral3": "engine.models.mistral3",
    "phi3": "engine.models.phi3",
    "qwen2": "engine.models.qwen2",
    "qwen3": "engine.models.qwen3",
    "smollm3": "engine.models.smollm3",
}

SUPPORTED = tuple(sorted(_MODULES))


def check_architecture(name: str) -> None:
    """Raise UnsupportedModelError, which lists what is supported, if `name` is not."""
    if name not in _MODULES:
        raise UnsupportedModelError(
            f"Models of architecture {name!r} are not supported yet; supported are: "
            f"{', '.join(SUPPORTED)}."
        )


def find_architecture(name: str) -> "Architecture":
    """The architecture of a GGUF's `general.architecture`. Raises UnsupportedModelError."""
    # Here, not above: names can be checked without torch.
    from engine.models.architecture import Architecture

    check_architecture(name)
    module = import_module(_MODULES[name])
    return Architecture(read_config=module.read_config, load=module.Model)
