"""Finding models: the starter list, a search on the Hub, or a pasted address."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum, StrEnum
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal

from app.services.background.pool import run_in_background
from app.services.catalogue import CatalogueEntry
from app.services.engine.sentences import translated
from app.services.hub.address import HubAddress
from app.services.hub.files import FoundRepo
from app.services.hub.settings import HubError, UnreachableError
from app.services.hub_access import HubAccess
from app.viewmodels import formatting
from app.viewmodels.library.offers import Found, Offers
from app.viewmodels.row_list import RowListModel

SEARCH_DELAY_MS = 400
NUM_RESULTS = 30

_WORD_BREAK = re.compile(r"[\W_]+")
_USER_ROLE = int(Qt.ItemDataRole.UserRole)


class DiscoverState(StrEnum):
    """What the list shows, or why it is empty."""

    STARTERS = "starters"
    SEARCHING = "searching"
    RESULTS = "results"
    EMPTY = "empty"
    OFFLINE = "offline"
    ERROR = "error"


class DiscoverRole(IntEnum):
    """Item roles, with the type of each value."""

    ROW = _USER_ROLE + 1  # FoundRow
    OFFER = _USER_ROLE + 2  # Offer


@dataclass(frozen=True, slots=True)
class FoundRow:
    """One model or repository, ready to draw. `badge` is a word or "", `author` its publisher.

    `size` is that of the file named, in bytes, if it is known without asking the Hub.
    `choice` names a file or a quantization, `revision` a version; "" for none.
    """

    repo_id: str
    title: str
    note: str
    blurb: str
    facts: str
    badge: str = ""
    choice: str = ""
    revision: str = ""
    is_address: bool = False
    author: str = ""
    size: int | None = None
    is_gated: bool = False

    @property
    def initials(self) -> str:
        """Up to two letters that stand for the publisher."""
        words = [word for word in _WORD_BREAK.split(self.author) if word]
        capitals = [letter for letter in self.author if letter.isupper()]
        letters = [word[0] for word in words] if len(words) > 1 else capitals
        return "".join(letters or [word[0] for word in words])[:2].upper()

    @property
    def found(self) -> Found:
        """What it is to `Offers`."""
        return Found(self.repo_id, self.title, self.choice, self.size, self.is_gated)


class DiscoverViewModel(RowListModel[FoundRow]):
    """The starter list, or search results of the Hub.

    DisplayRole: title, AccessibleTextRole: whole row.

    Signals:
        state_changed(): `state`, `message` or `can_show_more` changed.
        repo_chosen(repo_id: str, choice: str, revision: str): open it; see FoundRow.
    """

    state_changed = Signal()
    repo_chosen = Signal(str, str, str)

    def __init__(
        self,
        hub: HubAccess,
        offers: Offers,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        super().__init__()
        self._hub = hub
        self._offers = offers
        offers.changed.connect(self._on_offers_changed)
        self._now = now
        self._text, self._order, self._limit = "", "downloads", NUM_RESULTS
        self._state, self._message = DiscoverState.STARTERS, ""
        self._num_asked = 0
        self._timer = QTimer(self, singleShot=True, interval=SEARCH_DELAY_MS)
        self._timer.timeout.connect(self._on_due)

    @property
    def state(self) -> DiscoverState:
        """What is shown."""
        return self._state

    @property
    def message(self) -> str:
        """One sentence for a state without rows, "" otherwise."""
        return self._message

    @property
    def text(self) -> str:
        """The search text."""
        return self._text

    @property
    def order(self) -> str:
        """The sort order: downloads, likes or recent."""
        return self._order

    @property
    def orders(self) -> tuple[tuple[str, str], ...]:
        """All orders with their labels."""
        return (
            ("downloads", self.tr("Most downloaded")),
            ("likes", self.tr("Most liked")),
            ("recent", self.tr("Newest")),
        )

    @property
    def can_show_more(self) -> bool:
        """Whether the Hub may have more results."""
        return self._state is DiscoverState.RESULTS and len(self._rows) >= self._limit

    def show_starters(self) -> None:
        """Show the starter list, unless there is a search text."""
        if not self._text:
            self._show(list(map(_starter_row, self._hub.starters())), DiscoverState.STARTERS)

    def set_text(self, text: str) -> None:
        """Search for `text` after a pause in typing."""
        if text.strip() != self._text:
            self._text = text.strip()
            self._limit = NUM_RESULTS
            self._timer.start()

    def set_order(self, order: str) -> None:
        """Search again in another order."""
        if order != self._order:
            self._order = order
            self.search_now()

    def search_now(self) -> None:
        """Search at once, or again."""
        self._on_due()

    def search_or_open(self) -> None:
        """Search at once; open the repository if the text is an address."""
        self._on_due()
        if self._rows and self._rows[0].is_address:
            self.open(0)

    def show_more(self) -> None:
        """Load more results."""
        self._limit += NUM_RESULTS
        self._on_due()

    def open(self, row: int) -> None:
        """Open the repository in `row`."""
        chosen = self._rows[row]
        self.repo_chosen.emit(chosen.repo_id, chosen.choice, chosen.revision)

    def look_at(self, first: int, last: int) -> None:
        """Find out what the rows from `first` to `last` offer; they are in view."""
        self._offers.look_at([row.found for row in self._rows[first : last + 1]])

    def act(self, row: int) -> None:
        """Do what the button of `row` offers: get the model, or load it."""
        found = self._rows[row].found
        action = self._offers.of(found).action
        if action == "get":
            self._offers.get(found)
        elif action == "chat":
            self._offers.chat(found)

    def _on_offers_changed(self) -> None:
        self._tell_all(int(DiscoverRole.OFFER))

    def _on_due(self) -> None:
        self._timer.stop()
        self._num_asked += 1
        if not self._text:
            self.show_starters()
            return
        try:
            address = self._hub.address(self._text)
        except HubError as error:
            self._show([], DiscoverState.ERROR, translated(str(error)))
            return
        if address is not None:
            self._show([_address_row(address)], DiscoverState.RESULTS)
            return
        number, text, order, limit = self._num_asked, self._text, self._order, self._limit
        self._set_state(DiscoverState.SEARCHING, self.tr("Searching Hugging Face…"))
        run_in_background(
            lambda: self._hub.search(text, order, limit),
            lambda found: self._on_found(number, found),
            lambda error: self._on_error(number, error),
        )

    def _on_found(self, number: int, found: Sequence[FoundRepo]) -> None:
        if number != self._num_asked:
            return
        rows = [_found_row(repo, self._now()) for repo in found]
        if rows:
            self._show(rows, DiscoverState.RESULTS)
        else:
            words = self.tr("No GGUF model on Hugging Face matches “%1”; try fewer or other words.")
            self._show([], DiscoverState.EMPTY, words.replace("%1", self._text))

    def _on_error(self, number: int, error: Exception) -> None:
        if number == self._num_asked:
            is_offline = isinstance(error, UnreachableError)
            state = DiscoverState.OFFLINE if is_offline else DiscoverState.ERROR
            self._show([], state, translated(str(error)))

    def _show(self, rows: list[FoundRow], state: DiscoverState, message: str = "") -> None:
        self._offers.begin()
        self._reset(rows)
        self._set_state(state, message)

    def _set_state(self, state: DiscoverState, message: str) -> None:
        self._state, self._message = state, message
        self.state_changed.emit()

    def _value(self, at: int, role: int) -> Any:
        """See DiscoverRole."""
        row = self._rows[at]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.title
            case Qt.ItemDataRole.AccessibleTextRole:
                offer = self._offers.of(row.found)
                parts = (row.title, row.note, row.badge, offer.fit.label, row.blurb, row.facts)
                return ". ".join(part for part in parts if part)
            case DiscoverRole.ROW:
                return row
            case DiscoverRole.OFFER:
                return self._offers.of(row.found)
            case _:
                return None


def _starter_row(entry: CatalogueEntry) -> FoundRow:
    machine = QCoreApplication.translate("Catalogue", entry.smallest_machine)
    parts = (machine, _license(entry.license), _made_by(entry.made_by))
    return FoundRow(
        repo_id=entry.hub_repo,
        title=entry.name,
        note="" if entry.bytes is None else formatting.size(entry.bytes),
        blurb=QCoreApplication.translate("Catalogue", entry.good_for),
        facts=formatting.line(parts),
        choice=entry.file,
        author=entry.made_by.partition(" (")[0],
        size=entry.bytes,
    )


def _found_row(repo: FoundRepo, now: datetime) -> FoundRow:
    author, _, name = repo.repo_id.rpartition("/")
    parts = [
        _translate("%1 downloads a month").replace("%1", formatting.short_count(repo.downloads)),
        _translate("%1 likes").replace("%1", formatting.short_count(repo.likes)),
        repo.architecture or "",
        formatting.parameters(repo.num_parameters),
        _license(repo.license) if repo.license else "",
        _updated(repo.updated, now),
    ]
    return FoundRow(
        repo_id=repo.repo_id,
        title=name,
        note=author,
        blurb="",
        facts=formatting.line(parts),
        badge=_translate("Terms to accept") if repo.is_gated else "",
        author=author,
        is_gated=repo.is_gated,
    )


def _address_row(address: HubAddress) -> FoundRow:
    author, _, name = address.repo_id.rpartition("/")
    choice = address.path or address.label or ""
    return FoundRow(
        repo_id=address.repo_id,
        title=name,
        note=author,
        blurb="",
        facts=choice or _translate("Press Enter to open it"),
        choice=choice,
        revision=address.revision or "",
        is_address=True,
        author=author,
    )


def _license(name: str) -> str:
    return _translate("license %1").replace("%1", name)


def _made_by(text: str) -> str:
    """The maker, without origin and quantizer."""
    return _translate("by %1").replace("%1", text.partition(" (")[0])


def _updated(time: datetime | None, now: datetime) -> str:
    if time is None:
        return ""
    return _translate("updated %1").replace("%1", formatting.moment(time, now))


def _translate(text: str) -> str:
    return QCoreApplication.translate("Discover", text)
