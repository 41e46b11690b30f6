"""How the engine is started: with the libraries in use, or those of a checkout's environment."""

from app.paths import bundle_dir, runtimes_dir
from app.services.runtime.errors import RuntimeInstallError
from app.services.runtime.store import RuntimeStore
from engine.boot import module_command
from engine.client import default_command


def engine_command() -> tuple[str, ...]:
    """The engine's command line. Raises `RuntimeInstallError` before anything is installed."""
    if bundle_dir() is None:
        return default_command()
    store = RuntimeStore(runtimes_dir())
    current = store.current
    if current is None and store.is_for_other_python:
        raise RuntimeInstallError(
            "The engine's libraries are those of another version of Encore; the page “Engine” of "
            "the window or `encore runtime install` gets the right ones."
        )
    if current is None:
        raise RuntimeInstallError(
            "The engine is not installed yet; the page “Engine” of the window or "
            "`encore runtime install` does it."
        )
    return module_command("engine", "serve-pipe", libraries=store.libraries(current))
