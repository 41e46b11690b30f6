"""Makes the installer of the engine's libraries for this Encore."""

from collections.abc import Callable

from app.paths import assets_dir, bundle_dir, runtimes_dir
from app.services.hub.settings import HubSettings
from app.services.runtime.errors import RuntimeInstallError
from app.services.runtime.installer import Bundle, RuntimeInstaller
from app.services.runtime.store import RuntimeStore
from app.services.runtime.wheels import OPTIONS, WheelSource


def create_installer(hub: Callable[[], HubSettings], mirror: Callable[[], str]) -> RuntimeInstaller:
    """The installer of this Encore. Raises `RuntimeInstallError` in a checkout."""
    bundle = bundle_dir()
    if bundle is None:
        raise RuntimeInstallError(
            "Encore runs from a checkout here: its engine uses the libraries of the environment."
        )
    store = RuntimeStore(runtimes_dir())
    return RuntimeInstaller(
        Bundle.at(bundle, assets_dir()), store, WheelSource(store.wheels, hub, mirror, OPTIONS)
    )
