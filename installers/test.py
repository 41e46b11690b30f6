"""Checks Encore: installs what is missing; runs lint, types, import layers, tests, what people get.

Needs nothing but Python 3.11's standard library; older ones get as far as the sentence below.
Arguments after `--` go to pytest.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("Encore needs Python 3.11 or newer; this is " + sys.version.split()[0] + ".")

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from installers.console import SetupError, fail, say, step
from installers.environment import Environment
from installers.preparation import ROOT, create_parser, prepare, run_guarded
from installers.system_libraries import install_packages
from installers.tools import missing_packages

_BESIDE, _ALONE, _PACKAGES, _USER = "tests", "alone", "packages", "user environment"
_PACKAGES_FOLDER = "tests/installers/packages"
_USER_CHECKS = "installers/user_environment.py"
_NO_TESTS = 5  # what pytest says when nothing was chosen

CHECKS = (
    ("lint", ("ruff", "check", ".")),
    ("format", ("ruff", "format", "--check", ".")),
    ("types", ("mypy",)),
    ("layers", ("lint-imports",)),
    # By groups: what they install into takes a minute to make.
    (_PACKAGES, ("pytest", "-n", "2", "--dist", "loadgroup", "-m", "packages")),
    # By modules, as far as that goes: their fixtures are dear.
    (
        _BESIDE,
        (
            "pytest",
            "-n",
            "2",
            "--dist",
            "worksteal",
            "-m",
            "not alone and not gpu and not packages",
        ),
    ),
    (_ALONE, ("pytest", "-m", "alone or gpu")),
)


def main(arguments: Sequence[str]) -> int:
    """Set up with the tools for development, run every check, return 0 when all passed."""
    parser = create_parser("Install what Encore needs and run all checks.")
    own, for_pytest = _split(arguments)
    options = parser.parse_args(own)
    environment, can_open_window = prepare(options.venv, extras=("dev", "packages"))
    if not can_open_window:
        raise SetupError("The tests open windows and need what is named above.")
    _install_package_tools()
    if options.setup_only:
        setup = _command(environment, _USER_CHECKS, ("--setup-only",))
        if subprocess.run(setup, cwd=ROOT, check=False).returncode != 0:
            raise SetupError("The environment that people get could not be made; see above.")
        say("Ready: python3 installers/test.py runs the checks.")
        return 0
    return run_checks(environment, for_pytest)


def run_checks(environment: Environment, for_pytest: Sequence[str]) -> int:
    """Run every check, whatever others said; the exit code of the first that failed, or 0."""
    # Windows are drawn, but not shown.
    variables = os.environ | {"QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
    outcomes: dict[str, tuple[int, float]] = {}
    # Installs and waits for much of its time. Tests come after it: they have limits.
    with TemporaryFile() as said, ThreadPoolExecutor(1) as beside:
        user_checks = _command(environment, _USER_CHECKS, ())
        user = beside.submit(_timed, user_checks, variables, said)
        for title, (tool, *parameters) in CHECKS:
            if title == _BESIDE:
                outcomes[_USER] = user.result()
                step(_USER)
                said.seek(0)
                say(said.read().decode(errors="replace"))
            step(title)
            if title == _PACKAGES and not any(map(_is_test, for_pytest)):
                parameters = [*parameters, _PACKAGES_FOLDER]  # no other test has to be collected
            arguments = (*parameters, *(for_pytest if tool == "pytest" else ()))
            outcomes[title] = _timed(_command(environment, tool, arguments), variables)
    codes = {title: code for title, (code, _) in outcomes.items()}
    kinds = (_BESIDE, _ALONE, _PACKAGES)
    if any(codes[title] != _NO_TESTS for title in kinds):
        # All that were chosen are of other kinds.
        codes |= {title: 0 for title in kinds if codes[title] == _NO_TESTS}
    step("Result")
    for title, code in codes.items():
        result = "passed" if code == 0 else f"FAILED (exit code {code})"
        say(f"    {title:{len(_USER)}} {result}, {outcomes[title][1]:.1f} s")
    return next((code for code in codes.values() if code), 0)


def _is_test(argument: str) -> bool:
    """Whether an argument for pytest names tests by their file or folder."""
    return (ROOT / argument.partition("::")[0]).exists()


def _timed(
    command: Sequence[str], variables: Mapping[str, str], output: IO[bytes] | None = None
) -> tuple[int, float]:
    """The exit code of a command, and its seconds; what it says goes to `output`, or is shown."""
    started = time.monotonic()
    done = subprocess.run(
        command, cwd=ROOT, env=variables, stdout=output, stderr=output, check=False
    )
    return done.returncode, time.monotonic() - started


def _install_package_tools() -> None:
    """What installers are made and tried with; tests of what is missing say so and are skipped."""
    try:
        if packages := missing_packages():
            step("Installing the tools that make installers")
            install_packages(packages)
    except SetupError as error:
        fail(str(error))


def _command(environment: Environment, tool: str, parameters: Sequence[str]) -> list[str]:
    """A command of the environment for development; a script of ours needs this Python alone."""
    if tool == _USER_CHECKS:
        return [sys.executable, str(ROOT / tool), "--venv", str(environment.folder), *parameters]
    return [str(environment.script(tool)), *parameters]


def _split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """The arguments before and after `--`."""
    everything = list(arguments)
    place = everything.index("--") if "--" in everything else len(everything)
    return everything[:place], everything[place + 1 :]


if __name__ == "__main__":
    sys.exit(run_guarded(main))
