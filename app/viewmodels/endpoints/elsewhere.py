"""All that there is of engines elsewhere: how it is kept, asked and shown."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from app.services.endpoints.listing_cache import ListingCache
from app.services.endpoints.store import EndpointStore
from app.services.engine.engine_service import EngineService
from app.services.engine.process import CreateClient
from app.services.engine.routed_client import RoutedClient
from app.viewmodels.endpoints.remote_models import RemoteModels


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Engines on other computers, and in other programs of this one."""

    store: EndpointStore
    listings: ListingCache

    @staticmethod
    def below(config: Path) -> "Elsewhere":
        """Those kept in the folder `config`."""
        return Elsewhere(EndpointStore(config), ListingCache())

    def routed(self, create_client: CreateClient) -> CreateClient:
        """`create_client`, whose client these stand beside."""
        return partial(RoutedClient, create_client, self.store, self.listings)

    def models(self, engine: EngineService) -> RemoteModels:
        """Their models."""
        return RemoteModels(self.store, self.listings, engine)
