"""The banner above the composer: notices, optionally with an action."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from app.domain import Notice, NoticeLevel
from app.services.engine.sentences import translated

_MAX_KEPT = 5


@dataclass(frozen=True, slots=True)
class _Entry:
    notice: Notice
    action_label: str = ""
    action: Callable[[], None] | None = None
    is_refusal: bool = False


class Banner(QObject):
    """Shows the newest notice; when it is dismissed, the one before it comes back.

    One that passes gives way to the next that does.

    Signals:
        changed(): `text`, `level` or `action_label` changed; an empty `text` means nothing to show.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[_Entry] = []

    @property
    def text(self) -> str:
        """The sentence, or "" when there is nothing to show."""
        return self._entries[-1].notice.text if self._entries else ""

    @property
    def level(self) -> NoticeLevel:
        """The severity of the notice."""
        return self._entries[-1].notice.level if self._entries else NoticeLevel.INFO

    @property
    def is_passing(self) -> bool:
        """Whether the notice goes by itself after a while."""
        return bool(self._entries) and self._entries[-1].notice.is_passing

    @property
    def action_label(self) -> str:
        """The label of the button, or "" without an action."""
        return self._entries[-1].action_label if self._entries else ""

    def show(
        self, notice: Notice, action_label: str = "", action: Callable[[], None] | None = None
    ) -> None:
        """Show `notice`; the same sentence is never kept twice."""
        shown = replace(notice, text=translated(notice.text))
        self._add(_Entry(shown, action_label, action))

    def refuse(self, text: str) -> None:
        """Say why a requested action is not possible now."""
        self._add(_Entry(Notice(NoticeLevel.INFO, text), is_refusal=True))

    def perform_action(self) -> None:
        """Dismiss the notice and perform its action."""
        action = self._entries[-1].action if self._entries else None
        self.dismiss()
        if action is not None:
            action()

    def dismiss(self) -> None:
        """Remove the newest notice."""
        if self._entries:
            self._entries.pop()
            self.changed.emit()

    def withdraw(self, text: str) -> None:
        """Remove the notice with this text."""
        shown = translated(text)
        self._keep(lambda entry: entry.notice.text != shown)

    def withdraw_offers(self) -> None:
        """Remove notices with actions: they are out of date."""
        self._keep(lambda entry: entry.action is None)

    def withdraw_refusals(self) -> None:
        """Remove refusals: the action is possible now."""
        self._keep(lambda entry: not entry.is_refusal)

    def _add(self, added: _Entry) -> None:
        self._entries = [e for e in self._entries if not _is_replaced(e.notice, added.notice)]
        self._entries.append(added)
        del self._entries[:-_MAX_KEPT]
        self.changed.emit()

    def _keep(self, is_kept: Callable[[_Entry], bool]) -> None:
        kept = [entry for entry in self._entries if is_kept(entry)]
        if len(kept) != len(self._entries):
            self._entries = kept
            self.changed.emit()


def _is_replaced(before: Notice, added: Notice) -> bool:
    return before.text == added.text or (before.is_passing and added.is_passing)
