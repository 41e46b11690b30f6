"""What every list of rows tells its views."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from app.viewmodels.row_list import RowListModel


class _Words(RowListModel[str]):
    """Words that are told apart by their first letter."""

    def _key(self, row: str) -> str:
        return row[0]

    def _value(self, at: int, role: int) -> Any:
        return self._rows[at] if role == Qt.ItemDataRole.DisplayRole else None


@pytest.fixture
def words(qtmodeltester: ModelTester) -> _Words:
    words = _Words()
    words._reset(["ape", "bee"])
    qtmodeltester.check(words)
    return words


def _shown(words: _Words) -> list[str]:
    return [words.index(row).data() for row in range(words.rowCount())]


def test_the_same_rows_stay_where_they_are_and_others_come_anew(words: _Words) -> None:
    told: list[str] = []
    words.dataChanged.connect(lambda a, b, _roles: told.append(f"changed {a.row()}-{b.row()}"))
    words.modelReset.connect(lambda: told.append("reset"))
    words._update(["ant", "bee"])
    words._update(["ant", "cat", "bee"])
    words._update([])
    words._update([])
    assert told == ["changed 0-1", "reset", "reset"]
    assert _shown(words) == []


def test_rows_come_and_go_and_are_found_by_their_keys(words: _Words) -> None:
    words._insert(["cat", "dog"])
    assert (_shown(words), words.row_of("d")) == (["ape", "bee", "cat", "dog"], 3)
    words._remove(1, 2)
    assert (_shown(words), words.row_of("c")) == (["ape", "dog"], -1)
