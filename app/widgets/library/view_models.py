"""The view-models of the Models page, together. Imports no widget: the window opens before the page is made."""

from dataclasses import dataclass

from app.viewmodels.discover import DiscoverViewModel
from app.viewmodels.downloads import DownloadsViewModel
from app.viewmodels.folder_move import FolderMove
from app.viewmodels.library import LibraryViewModel
from app.viewmodels.library_actions import LibraryActions
from app.viewmodels.repo_page import RepoPageViewModel


@dataclass(frozen=True, slots=True)
class LibraryViewModels:
    """Everything the Models page shows."""

    discover: DiscoverViewModel
    repo: RepoPageViewModel
    downloads: DownloadsViewModel
    library: LibraryViewModel
    actions: LibraryActions
    mover: FolderMove
