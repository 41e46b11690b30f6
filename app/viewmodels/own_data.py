"""The report and the export for the window. Draws nothing."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.domain import NoticeLevel
from app.services.background.pool import run_in_background
from app.services.notices import Notices
from app.viewmodels import formatting

if TYPE_CHECKING:
    from app.services.diagnosis.report import ReportFile

CollectReport = Callable[[], "Sequence[ReportFile]"]
Export = Callable[[Path], int]


class OwnDataViewModel(QObject):
    """Makes a report to look at and save, and exports everything into one zip.

    Wiring: OwnDataViewModel(collect_report, export, notices). Both functions run on a background
    thread; `export` returns the number of conversations.

    Signals:
        busy_changed(): `is_busy` changed.
        report_ready(): `report` is to be shown.
    """

    busy_changed = Signal()
    report_ready = Signal()

    def __init__(
        self,
        collect_report: CollectReport,
        export: Export,
        notices: Notices,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._collect_report, self._export, self._notices = collect_report, export, notices
        self._files: tuple[ReportFile, ...] = ()
        self._is_busy = False

    @property
    def is_busy(self) -> bool:
        """Whether a report or an export is being made."""
        return self._is_busy

    @property
    def report(self) -> tuple[tuple[str, str, str], ...]:
        """Name, size and text of each file of the report."""
        return tuple((file.name, formatting.size(file.size), file.text) for file in self._files)

    def suggested_path(self, stem: str) -> str:
        """Where a zip may go: in the home folder, with today's date."""
        return str(Path.home() / f"{stem}-{date.today():%Y-%m-%d}.zip")

    def make_report(self) -> None:
        """Collect the report; `report_ready` follows."""
        self._run(self._collect_report, self._on_report)

    def save_report(self, target: Path) -> None:
        """Save what was shown."""
        files = self._files

        def save() -> None:
            from app.services.diagnosis.report import save_report

            save_report(files, target)

        self._run(save, partial(self._on_saved, target))

    def export_to(self, target: Path) -> None:
        """Export everything."""
        self._run(lambda: self._export(target), partial(self._on_exported, target))

    def _run(self, work: Callable[[], object], on_done: Callable[..., None]) -> None:
        if self._is_busy:
            return
        self._set_busy(is_busy=True)

        def done(result: object) -> None:
            self._set_busy(is_busy=False)
            on_done(result)

        run_in_background(work, done, self._on_error)

    def _on_report(self, files: "Sequence[ReportFile]") -> None:
        self._files = tuple(files)
        self.report_ready.emit()

    def _on_saved(self, target: Path, _result: object) -> None:
        self._tell(self.tr("The report is in %1.").replace("%1", str(target)))

    def _on_exported(self, target: Path, num_conversations: int) -> None:
        words = self.tr("%1 conversations and the settings are in %2.")
        if num_conversations == 1:
            words = self.tr("1 conversation and the settings are in %2.")
        number = formatting.count(num_conversations)
        self._tell(words.replace("%1", number).replace("%2", str(target)))

    def _on_error(self, error: Exception) -> None:
        self._set_busy(is_busy=False)
        self._notices.report(str(error), NoticeLevel.ERROR)

    def _tell(self, text: str) -> None:
        self._notices.report_done(text)

    def _set_busy(self, *, is_busy: bool) -> None:
        self._is_busy = is_busy
        self.busy_changed.emit()
