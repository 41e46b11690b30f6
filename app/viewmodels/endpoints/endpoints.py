"""The engines elsewhere in the settings: added, changed, tested, removed. Knows no widget."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.domain import NoticeLevel
from app.services.background.pool import run_in_background
from app.services.endpoints.endpoint import (
    PRESETS,
    Endpoint,
    EndpointError,
    clean_address,
    clean_key,
    create_endpoint,
    is_loopback,
)
from app.services.endpoints.store import EndpointStore
from app.services.notices import Notices

_NAMED = 3  # models that a test names


@dataclass(frozen=True, slots=True)
class EndpointView:
    """An engine elsewhere, ready to draw. `has_key`: a key is kept for it."""

    id: str
    name: str
    address: str
    has_key: bool


@dataclass(frozen=True, slots=True)
class Draft:
    """What a person has entered. `key` None: the kept one. `endpoint_id` "" is a new one."""

    name: str
    address: str
    key: str | None = None
    endpoint_id: str = ""


class EndpointsViewModel(QObject):
    """Asks an endpoint only in `test`.

    Signals:
        changed(): `views` changed.
        tested(draft: Draft, sentence: str): what `test` found, or why it found nothing.
        saved(draft: Draft, problem: str): `save` ended; `problem` says why it failed, "" if not.
    """

    changed = Signal()
    tested = Signal(object, str)
    saved = Signal(object, str)

    def __init__(self, store: EndpointStore, notices: Notices) -> None:
        super().__init__()
        self._store = store
        self._notices = notices

    @property
    def views(self) -> tuple[EndpointView, ...]:
        """All of them, in the order in which they were added."""
        return tuple(
            EndpointView(one.id, one.name, one.address, one.has_key) for one in self._store.all()
        )

    @property
    def presets(self) -> tuple[tuple[str, str], ...]:
        """Servers as they come: name and address."""
        return PRESETS

    def warning(self, address: str, *, has_key: bool) -> str:
        """What a person should know of an address before entering a key for it; "" for nothing."""
        try:
            endpoint = Endpoint("", "", clean_address(address))
        except EndpointError:
            return ""
        is_open = endpoint.address.startswith("http://") and not is_loopback(endpoint.host)
        if is_open and has_key:
            return self.tr("Key and conversations travel unencrypted to this address.")
        if is_open:
            return self.tr("Conversations travel unencrypted to this address.")
        return ""

    def save(self, draft: Draft) -> None:
        """Keep what was entered; `saved` follows."""

        def keep() -> str:
            endpoint = create_endpoint(draft.name, draft.address, draft.endpoint_id)
            return self._store.save(endpoint, draft.key)

        def kept(notice: str) -> None:
            if notice:
                self._notices.report(notice, NoticeLevel.INFO)
            self.saved.emit(draft, "")
            self.changed.emit()

        def failed(error: Exception) -> None:
            self.saved.emit(draft, str(error))

        run_in_background(keep, kept, failed)

    def remove(self, endpoint_id: str) -> None:
        """Forget an endpoint and its key."""
        run_in_background(
            partial(self._store.remove, endpoint_id), self._on_removed, self._on_error
        )

    def test(self, draft: Draft) -> None:
        """Ask the endpoint for its models; `tested` follows."""

        def ended(found: object) -> None:
            self.tested.emit(draft, str(found))

        run_in_background(partial(self._look, draft), ended, ended)

    def _look(self, draft: Draft) -> str:
        # Imported late: it needs the network's packages.
        from app.services.endpoints.listing import list_models

        name = draft.name.strip() or self.tr("The server")
        endpoint = create_endpoint(name, draft.address, draft.endpoint_id)
        key = self._store.key(endpoint.id) if draft.key is None else clean_key(draft.key)
        listing = list_models(endpoint, key or None)
        if not listing.models:
            return self.tr("%1 answers, but has no models: load one there.").replace("%1", name)
        num_more = len(listing.models) - _NAMED
        words = self.tr("%1 answers. Its models: %2.")
        if num_more > 0:
            words = self.tr("%1 answers. Its models: %2 and %3 more.")
        shown = f"{name} ({listing.server})" if listing.server not in ("", name) else name
        names = ", ".join(model.name for model in listing.models[:_NAMED])
        return words.replace("%3", str(num_more)).replace("%1", shown).replace("%2", names)

    def _on_removed(self, _result: object) -> None:
        self.changed.emit()

    def _on_error(self, error: Exception) -> None:
        self._notices.report(str(error), NoticeLevel.ERROR)
