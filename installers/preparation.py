"""What both commands do first: the environment, Qt's system libraries, the starter model."""

import argparse
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from installers.console import SetupError, fail
from installers.environment import Environment
from installers.system_libraries import ensure_window_libraries

ROOT = Path(__file__).resolve().parents[1]


def create_parser(description: str) -> argparse.ArgumentParser:
    """The options that both commands take."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(
        "--venv",
        type=Path,
        default=ROOT / ".venv",
        metavar="DIR",
        help="the folder of the private Python environment (default: .venv in the checkout)",
    )
    parser.add_argument(
        "--setup-only", action="store_true", help="install what is missing, then stop"
    )
    return parser


def prepare(venv: Path, extras: Sequence[str] = ()) -> tuple[Environment, bool]:
    """Install what is missing; returns the environment and whether a window can be opened with it.

    A missing starter model is said, and is no reason to stop: any other GGUF will do.
    Raises `SetupError` when the environment itself could not be made.
    """
    environment = Environment(ROOT, venv.expanduser(), extras)
    environment.ensure()
    can_open_window = True
    try:
        ensure_window_libraries()
    except SetupError as error:
        fail(str(error))
        can_open_window = False
    subprocess.run(
        [str(environment.python), "-m", "app.terminal.starter_model"], cwd=ROOT, check=False
    )
    return environment, can_open_window


def run_guarded(main: Callable[[Sequence[str]], int]) -> int:
    """Call `main`, turning what may happen to a setup into a sentence and an exit code."""
    try:
        return main(sys.argv[1:])
    except SetupError as error:
        fail(str(error))
        return 1
    except KeyboardInterrupt:
        fail("\nInterrupted. Run the same command again: it goes on where it stopped.")
        return 130
