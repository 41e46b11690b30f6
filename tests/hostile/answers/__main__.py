"""Drives hostile answers: `python -m tests.hostile.answers --seeds 0:150`."""

import argparse
import os
import sys

import psutil
from PySide6.QtWidgets import QApplication

from app.services.background.highlighter import Highlighter
from tests.hostile.answers.cases import MAX_CHARACTERS, create_case
from tests.hostile.answers.driver import Driver, Report

MAX_GAP_MS = 100.0


def _line(report: Report) -> str:
    cpu, wall = report.by_cpu, report.by_wall
    memory = psutil.Process().memory_info().rss >> 20
    return (
        f"{report.case.seed:4d} cpu {cpu.cpu_ms:6.1f} ms ({cpu.phase}), wall {wall.wall_ms:6.1f} ms"
        f" ({wall.phase}), {report.seconds:5.1f} s, {memory} MB {report.problem} {report.case.name}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0:150", help="first:last, the last one left out")
    parser.add_argument("--max-characters", type=int, default=MAX_CHARACTERS)
    given = parser.parse_args()
    first, last = map(int, given.seeds.split(":"))
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("QT_LOGGING_RULES", "qt.text.font.db=false")
    app = QApplication([])
    highlighter = Highlighter()
    driver = Driver(highlighter.run)
    reports: list[Report] = []
    for seed in range(first, last):
        reports.append(driver.drive(create_case(seed, given.max_characters)))
        sys.stdout.write(_line(reports[-1]) + "\n")
        sys.stdout.flush()
    reports.sort(key=lambda report: report.by_cpu.cpu_ms)
    sys.stdout.write("\nworst by CPU time:\n" + "\n".join(map(_line, reports[-8:])) + "\n")
    driver.close()
    highlighter.close()
    app.processEvents()
    is_bad = any(report.by_cpu.cpu_ms > MAX_GAP_MS or report.problem for report in reports)
    return 1 if is_bad else 0


if __name__ == "__main__":
    sys.exit(main())
