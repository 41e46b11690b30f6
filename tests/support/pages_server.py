"""The Hub with pages and files: made-up repositories on the server that plays the Hub and its storage."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from app.services.hub.settings import HubSettings
from tests.support.hub_pages import HubPages, PageRepo
from tests.support.hub_server import HubServer, ServedFile, serve_hub


@dataclass
class ServedPages:
    """The pages and the server that they are on."""

    pages: HubPages
    server: HubServer

    @property
    def endpoint(self) -> str:
        """Where it is."""
        return self.server.hub_address

    def settings(self, token: str | None = None) -> HubSettings:
        """How it is reached."""
        return HubSettings(endpoint=self.endpoint, token=token)

    def put(self, *repos: PageRepo) -> None:
        """Let just these repositories be there, with the files whose content is known."""
        self.pages.repos = repos
        for repo in repos:
            for path, content in repo.files.items():
                if isinstance(content, bytes):
                    self.server.put(path, ServedFile.large(content), repo.repo_id)


@contextmanager
def serve_pages() -> Iterator[ServedPages]:
    """Serve until the end of the block."""
    pages = HubPages()
    with serve_hub(pages) as server:
        yield ServedPages(pages, server)
