"""Encore's command line: the window, the chat in a terminal, the models. Imports late: the window opens at once."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.services.model_folder import ModelEntry, ModelFolder

_USER_MISTAKE = 2
_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code: 0, 2 for a mistake of the user's, 130 for Ctrl-C."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if getattr(sys, "frozen", False) and given[:3] == ["-P", "-m", "engine"]:
        return _become_engine(given[3:])
    _tolerate_any_text()
    from engine.errors import EngineError

    try:
        options = _create_parser().parse_args(given)
        code: int = options.run(options)
        sys.stdout.flush()
    except EngineError as error:
        sys.stderr.write(f"{error}\n")
        return _USER_MISTAKE
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough; nothing is left to flush to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _tolerate_any_text() -> None:
    """No character that the terminal's encoding lacks, and no byte that is none, may end the program."""
    for stream, errors in (
        (sys.stdin, "surrogateescape"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _create_parser() -> argparse.ArgumentParser:
    from engine.arguments import Parser, add_engine_options, add_sampling_options

    parser = Parser(prog="encore", description="Chat with a language model on your own machine.")
    parser.set_defaults(run=_open_window)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    chat = commands.add_parser("chat", help="the same chat in a terminal")
    chat.set_defaults(run=_chat)
    chat.add_argument(
        "model", nargs="?", metavar="MODEL", help="a GGUF file, or a name from `models list`"
    )
    chat.add_argument("--system", help="a system message before the conversation")
    chat.add_argument("--max-tokens", type=_at_least_one, metavar="N", help="the longest answer")
    add_sampling_options(chat)
    add_engine_options(chat)
    models = commands.add_parser("models", help="list, import, verify or remove models")
    actions = models.add_subparsers(title="commands", metavar="COMMAND", required=True)
    action = actions.add_parser("list", help="every model, with what is wrong with it")
    action.add_argument("--json", action="store_true", help="write JSON instead of text")
    action.set_defaults(run=_list_models)
    action = actions.add_parser("import", help="use a GGUF file where it is")
    action.add_argument("path", metavar="FILE")
    action.add_argument("--copy", action="store_true", help="copy it into the models folder")
    action.set_defaults(run=_import_model)
    action = actions.add_parser("verify", help="check a model's structure and checksum")
    action.add_argument("name", metavar="MODEL", nargs="*", help="all when left out")
    action.set_defaults(run=_verify_models)
    action = actions.add_parser("remove", help="delete a model, or forget an imported one")
    action.add_argument("name", metavar="MODEL")
    action.set_defaults(run=_remove_model)
    return parser


def _at_least_one(value: str) -> int:
    if not value.isdecimal() or int(value) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 on, not {value}")
    return int(value)


def _open_window(_options: argparse.Namespace) -> int:
    from app.services.display import why_no_display

    reason = why_no_display()
    if reason is None:
        from app.main import run

        return run(sys.argv)
    sys.stderr.write(f"{reason} Here is the same chat in the terminal.\n")
    return main(["chat"])


def _chat(options: argparse.Namespace) -> int:
    from functools import partial

    from app.paths import log_dir
    from app.services.starter_model import fetch_starter_model_visibly
    from app.services.terminal_chat import ChatOptions, Terminal, TerminalChat
    from engine.arguments import engine_config, sampling_params
    from engine.client import EngineClient

    chat_options = ChatOptions(
        engine_config(options), sampling_params(options), options.system, options.max_tokens
    )
    if options.model is None:
        fetch_starter_model_visibly(sys.stderr)
    path = _folder().resolve(options.model)
    terminal = Terminal(
        sys.stdin, sys.stdout, sys.stderr, sys.stdin.isatty() and sys.stdout.isatty()
    )
    create_client = partial(EngineClient, log_path=log_dir() / "engine.log")
    num_failures = TerminalChat(create_client, path, chat_options, terminal).run()
    return _USER_MISTAKE if num_failures and not terminal.is_interactive else 0


def _list_models(options: argparse.Namespace) -> int:
    import msgspec

    folder = _folder()
    entries = folder.list_models()
    if options.json:
        sys.stdout.write(msgspec.json.encode(entries, enc_hook=str).decode() + "\n")
        return 0
    for entry in entries:
        sys.stdout.write(_describe(entry) + "\n")
    if not entries:
        sys.stderr.write(f"There are no models in {folder.folder}; put a GGUF file there.\n")
    return 0


def _import_model(options: argparse.Namespace) -> int:
    from pathlib import Path

    entry = _folder().import_model(Path(options.path), copy=options.copy)
    sys.stdout.write(_describe(entry) + "\n")
    return 0


def _verify_models(options: argparse.Namespace) -> int:
    """Every model is looked at, whatever is wrong with the ones before."""
    from engine.errors import EngineError

    folder = _folder()
    code = 0
    for name in options.name or [entry.name for entry in folder.list_models()]:
        try:
            sys.stdout.write(f"{name} {folder.verify(name)}\n")
        except EngineError as error:
            sys.stderr.write(f"{error}\n")
            code = _USER_MISTAKE
    return code


def _remove_model(options: argparse.Namespace) -> int:
    entry = _folder().remove(options.name)
    done = "forgotten; its file stays at" if entry.is_imported else "deleted:"
    sys.stdout.write(f"{entry.name} {done} {entry.path}\n")
    return 0


def _folder() -> "ModelFolder":
    from app.services.model_folder import ModelFolder

    return ModelFolder()


def _describe(entry: "ModelEntry") -> str:
    """One model in one line."""
    if entry.problem is not None:
        return f"{entry.name}\n    cannot be used: {entry.problem}"
    context = f"{entry.context} tokens" if entry.context else None
    facts = [f"{entry.size / 1e6:,.0f} MB", entry.architecture, entry.quantisation, context]
    licence = f"licence {entry.licence}" if entry.licence else "licence not stated"
    where = f"at {entry.path}" if entry.is_imported else None
    return f"{entry.name}\n    " + " · ".join(filter(None, [entry.title, *facts, licence, where]))


def _become_engine(arguments: Sequence[str]) -> int:
    """In a frozen build this program is also the interpreter that the engine's process runs in."""
    import runpy

    sys.argv = ["engine", *arguments]
    runpy.run_module("engine", run_name="__main__", alter_sys=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
