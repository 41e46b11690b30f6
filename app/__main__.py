"""Encore's command line: window, terminal chat, models. Imports late, for a fast start."""

import argparse
import gc
import io
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_MODEL_SUFFIX = ".gguf"
_USER_MISTAKE = 2
_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code: 0, 2 for a user error, 130 for Ctrl-C."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _tolerate_any_text()
    from engine.errors import EngineError
    from engine.safe_text import clean_line

    try:
        options = _parse(given)
        code: int = options.run(options)
        sys.stdout.flush()
    except EngineError as error:
        sys.stderr.write(f"{clean_line(str(error))}\n")
        return _USER_MISTAKE
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader of our output is gone; stdout cannot be flushed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _tolerate_any_text() -> None:
    """Replace characters that the terminal cannot encode, and accept invalid bytes as input."""
    for stream, errors in (
        (sys.stdin, "surrogateescape"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _parse(given: list[str]) -> argparse.Namespace:
    """Parse the options; file managers pass a model instead of a command."""
    if not given or not given[0].lower().endswith(_MODEL_SUFFIX):
        return _create_parser().parse_args(given)
    from engine.arguments import Parser

    parser = Parser(prog="encore")
    parser.set_defaults(run=_open_window)
    parser.add_argument("file", type=_existing_file)
    return parser.parse_args(given)


def _create_parser() -> argparse.ArgumentParser:
    from app.terminal.commands import add_commands
    from engine.arguments import Parser

    parser = Parser(
        prog="encore",
        description="Chat with a language model on your own machine.",
        usage="%(prog)s [-h] [FILE.gguf | COMMAND ...]",
    )
    parser.set_defaults(run=_open_window)
    parser.add_argument(
        "--version",
        dest="run",
        action="store_const",
        const=_show_version,
        help="say which version this is",
    )
    add_commands(parser.add_subparsers(title="commands", metavar="COMMAND", prog="encore"))
    return parser


def _show_version(_options: argparse.Namespace) -> int:
    from app.services.installation import this_installation

    sys.stdout.write(f"encore {this_installation().version}\n")
    return 0


def _existing_file(value: str) -> "Path":
    from pathlib import Path

    path = Path(value).expanduser().absolute()
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"{path} is not there")
    return path


def _open_window(options: argparse.Namespace) -> int:
    from app.terminal.display import why_no_window

    path = getattr(options, "file", None)
    reason = why_no_window()
    if reason is None:
        gc.disable()  # it would look through the same modules again and again
        from app.services.overrides import guard_overrides

        guard_overrides()
        from app.main import run

        gc.freeze()
        return run(sys.argv[:1], path)
    sys.stderr.write(f"{reason} Here is the same chat in the terminal.\n")
    return main(["chat"] if path is None else ["chat", str(path)])


if __name__ == "__main__":
    sys.exit(main())
