"""The engine's libraries of this Encore: where they are, and the command line of the engine."""

from collections.abc import Callable

from app.paths import assets_dir, bundle_dir, runtimes_dir
from app.services.hub.settings import HubSettings
from app.services.runtime.errors import RuntimeInstallError
from app.services.runtime.installer import Bundle, RuntimeInstaller
from app.services.runtime.store import RuntimeStore
from app.services.runtime.wheels import OPTIONS, WheelSource
from engine.boot import module_command
from engine.client import default_command


def create_installer(
    hub: Callable[[], HubSettings], mirror: Callable[[], str]
) -> RuntimeInstaller | None:
    """The installer of this Encore; None in a checkout, whose environment has the libraries."""
    bundle = bundle_dir()
    if bundle is None:
        return None
    store = RuntimeStore(runtimes_dir())
    return RuntimeInstaller(
        Bundle.at(bundle, assets_dir()), store, WheelSource(store.wheels, hub, mirror, OPTIONS)
    )


def engine_command() -> tuple[str, ...]:
    """The engine's command line, with its libraries. Raises `RuntimeInstallError` without them."""
    if bundle_dir() is None:
        return default_command()
    store = RuntimeStore(runtimes_dir())
    current = store.current
    if current is None:
        raise RuntimeInstallError(
            "The engine is not installed yet; the page “Engine” of the window or "
            "`encore runtime install` does it."
        )
    return module_command("engine", "serve-pipe", libraries=store.libraries(current))
