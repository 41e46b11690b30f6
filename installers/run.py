"""Starts Encore from a checkout: installs what is missing, gets the starter model, opens the window.

Needs nothing but Python 3.11's standard library; older ones get as far as the sentence below.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("Encore needs Python 3.11 or newer; this is " + sys.version.split()[0] + ".")

import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from installers.console import say
from installers.preparation import create_parser, prepare, run_guarded


def main(arguments: Sequence[str]) -> int:
    """Set up, then become the program."""
    options = create_parser("Install what Encore needs and open its window.").parse_args(arguments)
    environment, can_open_window = prepare(options.venv)
    if options.setup_only:
        if can_open_window:
            say("Encore is ready: python3 installers/run.py opens it.")
        else:
            say("Encore is ready for the terminal; its window needs what is named above.")
        return 0
    command = [str(environment.python), "-m", "app"]
    if not can_open_window:
        say("The window needs what is named above; until then, the same chat opens here.")
        command.append("chat")
    return _become(command)


def _become(command: Sequence[str]) -> int:
    """Run `command` in place of this process; on Windows, beside it, leaving Ctrl-C to it."""
    # Not by `cd`: what a person types in the chat may name files where they are.
    root = str(Path(__file__).resolve().parents[1])
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    if os.name != "nt":
        os.execv(command[0], list(command))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(run_guarded(main))
