"""The models of engines elsewhere as rows of the list of models, below their engine's name."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal

from app.services.background.pool import run_in_background
from app.services.endpoints.endpoint import Endpoint, EndpointModel, ListedModel
from app.services.endpoints.listing_cache import ListingCache
from app.services.endpoints.store import EndpointStore
from app.services.engine.engine_service import EngineService
from app.viewmodels import formatting
from app.viewmodels.model_role import ModelRole
from app.viewmodels.row_list import RowListModel

if TYPE_CHECKING:
    from app.services.endpoints.listing import Listing


@dataclass(frozen=True, slots=True)
class RemoteRow:
    """An engine's name, or one of its models below it."""

    endpoint: Endpoint
    model: ListedModel | None = None

    @property
    def path(self) -> str:
        """What loads the model; "" of an engine."""
        if self.model is None:
            return ""
        return EndpointModel(self.endpoint.id, self.model.id).path


class RemoteModels(RowListModel[RemoteRow]):
    """Asks the engines when `refresh` is called, and at no other time; see ModelRole for the rows.

    Signals:
        refreshed(): an engine has answered, or engines came or went.
    """

    refreshed = Signal()

    def __init__(self, store: EndpointStore, listings: ListingCache, engine: EngineService) -> None:
        super().__init__()
        self._store = store
        self._listings = listings
        self._engine = engine
        self._known: dict[Endpoint, tuple[ListedModel, ...]] = {}
        self._problems: dict[Endpoint, str] = {}
        self._asking: set[Endpoint] = set()
        engine.activity_changed.connect(self._on_activity_changed)
        self._rebuild()

    @property
    def offered(self) -> dict[str, str]:
        """The models that are known: path, and name with that of the engine."""
        named = self.tr("%1 on %2")
        return {
            row.path: named.replace("%1", row.model.name).replace("%2", row.endpoint.name)
            for row in self._rows
            if row.model is not None
        }

    def has_endpoint(self, endpoint_id: str) -> bool:
        """Whether the engine is in the settings."""
        return self._store.find(endpoint_id) is not None

    def row(self, at: int) -> RemoteRow:
        """What stands in row `at`."""
        return self._rows[at]

    def is_current(self, row: RemoteRow) -> bool:
        """Whether it is the model that answers."""
        wanted = self._engine.wanted
        return wanted is not None and bool(row.path) and row.path == wanted.path

    @property
    def current_endpoint(self) -> str:
        """The id of the engine whose model answers; "" if it is none of these."""
        return next((row.endpoint.id for row in self._rows if self.is_current(row)), "")

    def refresh(self) -> None:
        """Ask every engine for its models."""
        for endpoint in self._store.all():
            if endpoint not in self._asking:
                self._asking.add(endpoint)
                run_in_background(
                    partial(self._list, endpoint),
                    partial(self._on_listed, endpoint),
                    partial(self._on_failed, endpoint),
                )
        self._rebuild()

    def reread(self) -> None:
        """Show the engines as the settings have them now, without asking them."""
        self._rebuild()

    def _list(self, endpoint: Endpoint) -> "Listing":
        # Imported late: it needs the network's packages.
        from app.services.endpoints.listing import list_models

        return list_models(endpoint, self._store.key(endpoint.id))

    def _on_listed(self, endpoint: Endpoint, listing: "Listing") -> None:
        self._asking.discard(endpoint)
        self._problems.pop(endpoint, None)
        self._known[endpoint] = listing.models
        self._listings.put(endpoint.id, listing)
        self._rebuild()

    def _on_failed(self, endpoint: Endpoint, error: Exception) -> None:
        self._asking.discard(endpoint)
        self._known.pop(endpoint, None)
        self._problems[endpoint] = str(error)
        self._rebuild()

    def _rebuild(self) -> None:
        rows: list[RemoteRow] = []
        for endpoint in self._store.all():
            rows.append(RemoteRow(endpoint))
            rows += [RemoteRow(endpoint, model) for model in self._known.get(endpoint, ())]
        self._merge(rows)
        self._tell_all()  # what is said of an engine has changed
        self.refreshed.emit()

    def _state(self, endpoint: Endpoint) -> str:
        """What stands below an engine's name."""
        if endpoint in self._asking and endpoint not in self._known:
            return self.tr("Asking for its models…")
        models = self._known.get(endpoint)
        if models is not None and not models:
            return self.tr("It has no models: load one there.")
        return endpoint.address

    def _on_activity_changed(self) -> None:
        self._tell_all(int(ModelRole.IS_LOADED))

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Only models can be chosen, not the names above them."""
        if index.isValid() and self._rows[index.row()].model is None:
            return Qt.ItemFlag.ItemNeverHasChildren
        return super().flags(index)

    def _key(self, row: RemoteRow) -> object:
        return row.endpoint.id, row.path

    def _value(self, at: int, role: int) -> Any:
        """See ModelRole."""
        row = self._rows[at]
        problem = self._problems.get(row.endpoint, "") if row.model is None else ""
        details = self._state(row.endpoint) if row.model is None else _details(row)
        name = row.endpoint.name if row.model is None else row.model.name
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return name
            case Qt.ItemDataRole.ToolTipRole:
                return formatting.tool_tip(problem or details)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{name}. {problem or details}"
            case ModelRole.IS_LOADED:
                return self.is_current(row)
            case ModelRole.FAULT:
                return problem
            case ModelRole.DETAILS:
                return details
            case _:
                return None


def _details(row: RemoteRow) -> str:
    context_len = row.model.context_len if row.model is not None else None
    known = (row.endpoint.name, formatting.context_length(context_len) if context_len else "")
    return formatting.line(known)
