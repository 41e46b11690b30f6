"""Shows at the end of a run where in the code a worker process crashed: pytest plugin."""

import faulthandler
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

_FILE = "crash_file"
_folder = pytest.StashKey[TemporaryDirectory[str]]()


@pytest.hookimpl(trylast=True)  # pytest's own goes to a stderr that nobody reads to the end
def pytest_configure(config: pytest.Config) -> None:
    if (workerinput := getattr(config, "workerinput", None)) is not None:
        file = Path(workerinput[_FILE]).open("w")  # noqa: SIM115 - open until the process ends
        faulthandler.enable(file)
    else:
        config.stash[_folder] = TemporaryDirectory()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    folder = node.config.stash[_folder].name
    node.workerinput[_FILE] = str(Path(folder) / node.gateway.id)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    for path in sorted(Path(config.stash[_folder].name).iterdir()):
        if text := path.read_text(errors="replace"):
            terminalreporter.section(f"{path.name} crashed")
            terminalreporter.write_line(text)


def pytest_unconfigure(config: pytest.Config) -> None:
    if (folder := config.stash.get(_folder, None)) is not None:
        folder.cleanup()
