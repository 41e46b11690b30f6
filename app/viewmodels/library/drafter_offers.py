"""Known draft models that could be got for a model, where no local one drafts for it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QObject, Signal

from app.services.catalogue import Catalogue, load_catalogue
from app.services.library.entry import ModelEntry
from app.viewmodels.library.drafters import Drafters
from app.viewmodels.library.offers import Found, Offers


@dataclass(frozen=True, slots=True)
class DrafterOffer:
    """A draft model to get: a label, and whether it is under way already."""

    found: Found
    label: str
    is_coming: bool


class DrafterOffers(QObject):
    """Names one for a model, and gets it.

    Signals:
        changed(): `of` may return something else now.
    """

    changed = Signal()

    def __init__(
        self,
        offers: Offers,
        drafters: Drafters,
        read_catalogue: Callable[[], Catalogue] = load_catalogue,
    ) -> None:
        super().__init__()
        self._read_catalogue = read_catalogue
        self._offers = offers
        self._drafters = drafters
        offers.changed.connect(self.changed)

    def of(self, target: ModelEntry) -> DrafterOffer | None:
        """What could be got for a model; None if nothing is known, or a local one drafts for it."""
        known = self._catalogue.drafter_for(target.path.name, target.size)
        local = self._drafters.candidates(target.path)
        if known is None or any(self._drafters.problem(target.path, e.path) == "" for e in local):
            return None
        found = Found(known.hub_repo, known.name, known.file)
        offer = self._offers.of(found)
        if offer.action == "chat":
            return None
        is_coming = offer.action in ("wait", "progress")
        words = self.tr("Getting %1…") if is_coming else self.tr("Get %1 to draft for it")
        return DrafterOffer(found, words.replace("%1", known.name), is_coming)

    def get(self, offer: DrafterOffer) -> None:
        """Download it."""
        self._offers.get(offer.found)

    @cached_property
    def _catalogue(self) -> Catalogue:
        return self._read_catalogue()
