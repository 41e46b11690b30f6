"""What endpoints said they have, while the window is open. Asks nobody."""

import threading
from typing import TYPE_CHECKING

from app.services.endpoints.endpoint import EndpointModel, ListedModel

if TYPE_CHECKING:
    from app.services.endpoints.listing import Listing


class ListingCache:
    """The newest listing of each endpoint. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._models: dict[EndpointModel, ListedModel] = {}

    def put(self, endpoint_id: str, listing: "Listing") -> None:
        """Note what an endpoint has."""
        new = {EndpointModel(endpoint_id, model.id): model for model in listing.models}
        with self._lock:
            old = self._models.items()
            others = {key: one for key, one in old if key.endpoint_id != endpoint_id}
            self._models = others | new

    def find(self, model: EndpointModel) -> ListedModel | None:
        """What is known of a model."""
        with self._lock:
            return self._models.get(model)
