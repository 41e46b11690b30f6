"""The report is looked at before it is saved, and an export says where it is."""

import zipfile
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.domain import NoticeLevel
from app.services.diagnosis.report import ReportFile
from app.services.notices import Notices
from app.storage.database import StorageError
from app.viewmodels.own_data import OwnDataViewModel

FILES = (ReportFile("log/encore.log", "a line\n"),)


@pytest.fixture
def told() -> list[tuple[NoticeLevel, str]]:
    return []


@pytest.fixture
def own_data(told: list[tuple[NoticeLevel, str]]) -> OwnDataViewModel:
    def export(target: Path) -> int:
        if target.name == "bad.zip":
            raise StorageError("The disk is full.")
        return 1 if target.name == "one.zip" else 12

    notices = Notices()
    notices.reported.connect(lambda notice: told.append((notice.level, notice.text)))
    made = OwnDataViewModel(lambda: FILES, export, notices)
    made.notices = notices  # it lives as long
    return made


def test_a_report_is_shown_then_saved_as_it_was_shown(
    qtbot: QtBot, own_data: OwnDataViewModel, told: list[object], tmp_path: Path
) -> None:
    with qtbot.waitSignal(own_data.report_ready):
        own_data.make_report()
        assert own_data.is_busy
    assert own_data.report == (("log/encore.log", "7 B", "a line\n"),)
    own_data.save_report(tmp_path / "report.zip")
    qtbot.waitUntil(lambda: told != [])
    assert told == [(NoticeLevel.INFO, f"The report is in {tmp_path / 'report.zip'}.")]
    with zipfile.ZipFile(tmp_path / "report.zip") as archive:
        assert archive.read("encore-report/log/encore.log") == b"a line\n"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("many.zip", (NoticeLevel.INFO, "12 conversations and the settings are in {}.")),
        ("one.zip", (NoticeLevel.INFO, "1 conversation and the settings are in {}.")),
        ("bad.zip", (NoticeLevel.ERROR, "The disk is full.")),
    ],
)
def test_an_export_ends_in_a_sentence(
    qtbot: QtBot,
    own_data: OwnDataViewModel,
    told: list[object],
    tmp_path: Path,
    name: str,
    expected: tuple[NoticeLevel, str],
) -> None:
    own_data.export_to(tmp_path / name)
    qtbot.waitUntil(lambda: not own_data.is_busy)
    assert told == [(expected[0], expected[1].format(tmp_path / name))]


def test_the_suggested_name_has_the_date(own_data: OwnDataViewModel) -> None:
    path = Path(own_data.suggested_path("encore-export"))
    assert path.parent == Path.home()
    assert path.name.startswith("encore-export-2")
    assert path.suffix == ".zip"
