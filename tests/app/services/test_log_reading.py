"""Logs are read as they grow."""

import logging
from pathlib import Path

from app.services.log_reading import LogReader, read_all

FIRST = "2026-11-23 10:00:00,000 INFO app.main: started\n"
ERROR = "2026-11-23 10:00:02,000 ERROR app.main: it broke\n"


def append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def test_each_line_is_read_once_and_only_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "encore.log"
    reader = LogReader(path, "encore")
    assert reader.read() == []  # not there yet
    append(path, FIRST)
    assert [line.text for line in reader.read()] == [FIRST.strip()]
    append(path, ERROR[:20])
    assert reader.read() == []
    append(path, ERROR[20:])
    assert [line.text for line in reader.read()] == [ERROR.strip()]


def test_a_traceback_belongs_to_its_entry(tmp_path: Path) -> None:
    path = tmp_path / "encore.log"
    append(path, f"{ERROR}Traceback (most recent call last):\n  here\n{FIRST}")
    lines = LogReader(path, "encore").read()
    assert [line.level for line in lines] == [logging.ERROR] * 3 + [logging.INFO]
    assert lines[2].time == lines[0].time


def test_a_log_that_begins_anew_is_read_from_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "encore.log"
    append(path, FIRST + ERROR)
    reader = LogReader(path, "encore")
    reader.read()
    path.rename(tmp_path / "encore.log.1")
    append(path, FIRST)
    assert [line.text for line in reader.read()] == [FIRST.strip()]


def test_of_a_long_log_the_end_is_read_in_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "engine.log"
    append(path, FIRST * 40_000 + ERROR)
    lines = LogReader(path, "engine").read()
    assert len(lines) < 20_000
    assert lines[0].text == FIRST.strip()
    assert lines[-1].text == ERROR.strip()


def test_lines_of_several_logs_are_in_the_order_of_their_times(tmp_path: Path) -> None:
    append(tmp_path / "encore.log", FIRST + ERROR)
    append(tmp_path / "engine.log", "2026-11-23 10:00:01,000 WARNING engine: slow\n")
    readers = [LogReader(tmp_path / f"{name}.log", name) for name in ("encore", "engine")]
    assert [line.origin for line in read_all(readers)] == ["encore", "engine", "encore"]
