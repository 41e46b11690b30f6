"""The pages of the window beside the chat, each named and described; none is imported here."""

from app.viewmodels.comparison.comparison_page import ComparisonViewModel
from app.viewmodels.runtime.runtime import RuntimeViewModel
from app.viewmodels.settings import SettingsViewModel
from app.widgets.page import COMPARISON_PAGE, ENGINE_PAGE, Page
from app.widgets.runtime.view_models import RuntimePageViewModels


def comparison_page(comparison: ComparisonViewModel) -> Page:
    """The page Compare."""
    return Page(
        COMPARISON_PAGE,
        "Measure what a setting does",
        "compare",
        "Ctrl+P",
        "app.widgets.comparison.comparison_page:ComparisonPage",
        comparison,
    )


def runtime_pages(runtime: RuntimeViewModel, settings: SettingsViewModel) -> tuple[Page, ...]:
    """The page Engine, which a checkout has no use for."""
    if not runtime.is_bundled:
        return ()
    return (
        Page(
            ENGINE_PAGE,
            "The libraries that models run on",
            "engine",
            "Ctrl+E",
            "app.widgets.runtime.engine_page:EnginePage",
            RuntimePageViewModels(runtime, settings),
        ),
    )
