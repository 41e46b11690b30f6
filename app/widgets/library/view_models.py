"""The view-models of the Models page. Imports no widget: the page is created late."""

from dataclasses import dataclass

from app.viewmodels.banner import Banner
from app.viewmodels.library.actions import LibraryActions
from app.viewmodels.library.discover import DiscoverViewModel
from app.viewmodels.library.downloads import DownloadsViewModel
from app.viewmodels.library.drafters import Drafters
from app.viewmodels.library.fits import Fits
from app.viewmodels.library.folder_move import FolderMove
from app.viewmodels.library.load_options import LoadOptions
from app.viewmodels.library.model_details import ModelDetails
from app.viewmodels.library.model_table import LibraryViewModel
from app.viewmodels.library.offers import Offers
from app.viewmodels.library.repo_page import RepoPageViewModel
from app.viewmodels.model_picker import ModelPickerViewModel


@dataclass(frozen=True, slots=True)
class LibraryViewModels:
    """Everything the Models page shows."""

    discover: DiscoverViewModel
    repo: RepoPageViewModel
    offers: Offers
    downloads: DownloadsViewModel
    library: LibraryViewModel
    actions: LibraryActions
    mover: FolderMove
    models: ModelPickerViewModel
    drafters: Drafters
    fits: Fits
    load_options: LoadOptions
    details: ModelDetails
    banner: Banner
