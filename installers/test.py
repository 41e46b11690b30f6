"""Checks Encore: installs what is missing, then runs lint, types, import layers and all tests.

Needs nothing but Python 3.11's standard library; older ones get as far as the sentence below.
Arguments after `--` go to pytest.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("Encore needs Python 3.11 or newer; this is " + sys.version.split()[0] + ".")

import os
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from installers.console import SetupError, say, step
from installers.environment import Environment
from installers.preparation import ROOT, create_parser, prepare, run_guarded

CHECKS = (
    ("lint", ("ruff", "check", ".")),
    ("format", ("ruff", "format", "--check", ".")),
    ("types", ("mypy",)),
    ("layers", ("lint-imports",)),
    ("tests", ("pytest",)),
)


def main(arguments: Sequence[str]) -> int:
    """Set up with the tools for development, run every check, return 0 when all passed."""
    parser = create_parser("Install what Encore needs and run all checks.")
    own, for_pytest = _split(arguments)
    options = parser.parse_args(own)
    environment, can_open_window = prepare(options.venv, extras=("dev",))
    if not can_open_window:
        raise SetupError("The tests open windows and need what is named above.")
    if options.setup_only:
        say("Ready: python3 installers/test.py runs the checks.")
        return 0
    return run_checks(environment, for_pytest)


def run_checks(environment: Environment, for_pytest: Sequence[str]) -> int:
    """Run every check, whatever the ones before said; the exit code of the first that failed, or 0."""
    # Windows are drawn, but not shown.
    variables = os.environ | {"QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
    summary = []
    first_failure = 0
    for title, (tool, *parameters) in CHECKS:
        step(title)
        command = [str(environment.script(tool)), *parameters]
        if tool == "pytest":
            command += for_pytest
        started = time.monotonic()
        code = subprocess.run(command, cwd=ROOT, env=variables, check=False).returncode
        result = "passed" if code == 0 else f"FAILED (exit code {code})"
        summary.append(f"    {title:7} {result}, {time.monotonic() - started:.1f} s")
        first_failure = first_failure or code
    step("Result")
    say("\n".join(summary))
    return first_failure


def _split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """The arguments before and after `--`."""
    everything = list(arguments)
    place = everything.index("--") if "--" in everything else len(everything)
    return everything[:place], everything[place + 1 :]


if __name__ == "__main__":
    sys.exit(run_guarded(main))
