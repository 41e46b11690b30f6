"""The view-models of the Engine page. Imports no widget: the page is created late."""

from dataclasses import dataclass

from app.viewmodels.runtime.runtime import RuntimeViewModel
from app.viewmodels.settings import SettingsViewModel


@dataclass(frozen=True, slots=True)
class RuntimePageViewModels:
    """Everything the Engine page shows."""

    runtime: RuntimeViewModel
    settings: SettingsViewModel
