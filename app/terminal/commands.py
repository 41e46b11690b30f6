"""The terminal's commands: options and entry points. Imports late."""

import argparse
import sys
from typing import TYPE_CHECKING

from app.terminal.argument_types import api_key, at_least_one, origin, port, whole_number

if TYPE_CHECKING:
    from pathlib import Path

    from app.services.library.folder import ModelFolder
    from app.terminal.hub_command import HubCommand
    from app.terminal.own_data_command import Dialog
    from app.terminal.runtime_command import RuntimeCommand
    from engine.arguments import Parser

    Commands = argparse._SubParsersAction[Parser]

_USER_MISTAKE = 2
_PARTS = ("conversations", "settings", "models", "runtimes", "caches")


def add_commands(commands: "Commands") -> None:
    """Add all; their `run` takes the parsed options and returns the exit code."""
    from engine.arguments import add_engine_options, add_sampling_options, add_thinking_options

    chat = commands.add_parser("chat", help="the same chat in a terminal")
    chat.set_defaults(run=_chat)
    chat.add_argument(
        "model", nargs="?", metavar="MODEL", help="a GGUF file, or a name from `models list`"
    )
    chat.add_argument("--system", help="a system message before the conversation")
    chat.add_argument("--max-tokens", type=at_least_one, metavar="N", help="the longest answer")
    add_thinking_options(chat)
    add_sampling_options(chat)
    add_engine_options(chat, has_defaults=False)
    _add_serve_command(commands)
    models = commands.add_parser("models", help="find, get, list, import, verify or remove models")
    _add_model_actions(models.add_subparsers(title="commands", metavar="COMMAND", required=True))
    runtime = commands.add_parser(
        "runtime", help="install, repair, change or remove the engine's libraries"
    )
    _add_runtime_actions(runtime.add_subparsers(title="commands", metavar="COMMAND", required=True))
    _add_own_data_commands(commands)


def _add_serve_command(commands: "Commands") -> None:
    from engine.arguments import add_engine_options

    serve = commands.add_parser(
        "serve",
        help="let other programs use the models, through the API of OpenAI",
        description="A server with the API of OpenAI. Settings of the window count for what is "
        "left out.",
    )
    serve.set_defaults(run=_serve)
    serve.add_argument(
        "model", nargs="?", metavar="MODEL", help="load this one now, not at the first request"
    )
    serve.add_argument("--port", type=port, metavar="N", help="where clients find it; 11435")
    serve.add_argument(
        "--host", metavar="ADDRESS", help="listen for other computers, too, which need an API key"
    )
    serve.add_argument(
        "--api-key",
        type=api_key,
        metavar="KEY",
        help="the key to ask for; also the variable ENCORE_API_KEY",
    )
    serve.add_argument(
        "--new-api-key", action="store_true", help="make a new key in place of the one before"
    )
    serve.add_argument(
        "--allow-origin",
        action="append",
        type=origin,
        default=[],
        metavar="ORIGIN",
        help="let web pages of it use the server, such as https://example.org; may be repeated",
    )
    serve.add_argument(
        "--max-waiting", type=at_least_one, metavar="N", help="the most answers that may wait; 16"
    )
    serve.add_argument(
        "--idle-minutes",
        type=whole_number,
        metavar="N",
        help="unload a model after so long without a request; 0 is never",
    )
    add_engine_options(serve, has_defaults=False)


def _add_model_actions(actions: "Commands") -> None:
    json_help = "write JSON instead of text"
    action = actions.add_parser("search", help="find GGUF models on the Hugging Face Hub")
    action.add_argument("text", nargs="+", metavar="TEXT", help="words, or one repository")
    action.add_argument("--sort", choices=("downloads", "likes", "recent"), default="downloads")
    action.add_argument("--limit", type=at_least_one, default=20, metavar="N")
    action.add_argument("--json", action="store_true", help=json_help)
    action.set_defaults(run=_search_models)
    action = actions.add_parser("pull", help="download a model; goes on where it was interrupted")
    action.add_argument(
        "source", metavar="SOURCE", help="a repository (author/name), its URL, or a starter's name"
    )
    action.add_argument(
        "model", nargs="?", metavar="MODEL", help="which of its models: Q4_K_M, or a file's name"
    )
    action.add_argument("--json", action="store_true", help=json_help)
    action.set_defaults(run=_pull_model)
    action = actions.add_parser("list", help="every model, with what is wrong with it")
    action.add_argument("--json", action="store_true", help=json_help)
    action.set_defaults(run=_list_models)
    action = actions.add_parser("import", help="use a GGUF file where it is")
    action.add_argument("path", metavar="FILE")
    how = action.add_mutually_exclusive_group()
    how.add_argument("--copy", action="store_true", help="copy it into the models folder")
    how.add_argument("--link", action="store_true", help="put a link to it into the models folder")
    action.set_defaults(run=_import_model)
    action = actions.add_parser("verify", help="check a model's structure and checksum")
    action.add_argument("name", metavar="MODEL", nargs="*", help="all when left out")
    action.set_defaults(run=_verify_models)
    action = actions.add_parser("remove", help="delete a model, or forget an imported one")
    action.add_argument("name", metavar="MODEL")
    action.set_defaults(run=_remove_model)


def _add_runtime_actions(actions: "Commands") -> None:
    from pathlib import Path

    from_help = "a folder of wheels, for a machine without a network"
    action = actions.add_parser("list", help="the builds for this machine, and what is installed")
    action.add_argument("--json", action="store_true", help="write JSON instead of text")
    action.set_defaults(run=_list_runtimes)
    action = actions.add_parser("install", help="install a build; goes on where it was interrupted")
    action.add_argument("name", nargs="?", metavar="NAME", help="the one that fits, if left out")
    action.add_argument("--from", dest="folder", type=Path, metavar="FOLDER", help=from_help)
    action.set_defaults(run=_install_runtime)
    action = actions.add_parser("repair", help="check every file, and install anew what is damaged")
    action.add_argument("--from", dest="folder", type=Path, metavar="FOLDER", help=from_help)
    action.set_defaults(run=_repair_runtime)
    action = actions.add_parser("remove", help="remove the libraries; models and chats stay")
    action.set_defaults(run=_remove_runtime)
    action = actions.add_parser("back", help="use the libraries from before the last change")
    action.set_defaults(run=_go_back_to_runtime)


def _add_own_data_commands(commands: "Commands") -> None:
    yes_help = "do not ask"
    command = commands.add_parser("diagnose", help="save a report for whoever looks into a problem")
    command.add_argument(
        "--out", metavar="FILE.zip", help="where; a name with the date if left out"
    )
    command.add_argument("--yes", action="store_true", help=yes_help)
    command.set_defaults(run=_diagnose)
    command = commands.add_parser("export", help="put conversations and settings into one zip")
    command.add_argument(
        "--out", metavar="FILE.zip", help="where; a name with the date if left out"
    )
    command.set_defaults(run=_export)
    command = commands.add_parser(
        "import",
        help="add the chats of a file: Encore's, ChatGPT's, LM Studio's, Jan's, Open WebUI's",
    )
    command.add_argument("files", nargs="+", metavar="FILE", help=".zip, .json or .jsonl")
    command.set_defaults(run=_import)
    command = commands.add_parser(
        "uninstall-data", help="say what Encore keeps, and remove what you choose"
    )
    for name in _PARTS:
        command.add_argument(
            f"--{name}", dest="parts", action="append_const", const=name, help=f"the {name}"
        )
    command.add_argument("--all", dest="parts", action="store_const", const=_PARTS, help="all that")
    command.add_argument("--yes", action="store_true", help=yes_help)
    command.set_defaults(run=_uninstall_data, parts=None)


def _chat(options: argparse.Namespace) -> int:
    import contextlib
    from functools import partial

    from app.paths import config_dir, log_dir
    from app.services.runtime.engine_command import engine_command
    from app.storage.settings.model_settings import MODELS_FILE, ModelSettingsFile
    from app.storage.settings.settings_file import SettingsFile
    from app.terminal.chat import ChatOptions, Terminal, TerminalChat
    from app.terminal.model_config import config_for
    from app.terminal.starter_model import fetch_starter_model_visibly
    from engine.arguments import engine_config, sampling_params, thinking_wishes
    from engine.client import EngineClient
    from engine.errors import EngineError

    settings = SettingsFile(config_dir() / "settings.toml").load().settings
    # Mistakes are told before anything is fetched.
    engine_config(options, settings.engine_config)
    sampling, wishes = sampling_params(options), thinking_wishes(options)
    engine_command()
    library = _library()
    if options.model is None:
        fetch_starter_model_visibly(sys.stderr, library.folder)
    path = library.resolve(options.model)
    with contextlib.suppress(EngineError):
        library.record_use(path)
    own = ModelSettingsFile(config_dir() / MODELS_FILE)
    chat_options = ChatOptions(
        config_for(options, settings, own, path),
        sampling,
        options.system,
        options.max_tokens,
        **wishes,
    )
    terminal = Terminal(
        sys.stdin, sys.stdout, sys.stderr, sys.stdin.isatty() and sys.stdout.isatty()
    )
    create_client = partial(
        EngineClient, find_command=engine_command, log_path=log_dir() / "engine.log"
    )
    num_failures = TerminalChat(create_client, path, chat_options, terminal).run()
    return _USER_MISTAKE if num_failures and not terminal.is_interactive else 0


def _serve(options: argparse.Namespace) -> int:
    from app.terminal.serve_command import serve

    return serve(options, _library(), sys.stdout, sys.stderr)


def _search_models(options: argparse.Namespace) -> int:
    text = " ".join(options.text)
    _hub_command().search(text, options.sort, options.limit, as_json=options.json)
    return 0


def _pull_model(options: argparse.Namespace) -> int:
    _hub_command().pull(options.source, options.model, as_json=options.json)
    return 0


def _list_models(options: argparse.Namespace) -> int:
    from app.terminal.library_command import list_models

    list_models(_library(), sys.stdout, sys.stderr, as_json=options.json)
    return 0


def _import_model(options: argparse.Namespace) -> int:
    from pathlib import Path

    from app.services.library.entry import ImportMode
    from app.terminal.library_command import import_model

    how = ImportMode.COPY if options.copy else ImportMode.LINK if options.link else None
    import_model(_library(), Path(options.path), how or ImportMode.IN_PLACE, sys.stdout)
    return 0


def _verify_models(options: argparse.Namespace) -> int:
    from app.terminal.library_command import verify_models

    is_sound = verify_models(_library(), options.name, sys.stdout, sys.stderr)
    return 0 if is_sound else _USER_MISTAKE


def _remove_model(options: argparse.Namespace) -> int:
    from app.terminal.library_command import remove_model

    remove_model(_library(), options.name, sys.stdout)
    return 0


def _list_runtimes(options: argparse.Namespace) -> int:
    _runtime_command().list(as_json=options.json)
    return 0


def _install_runtime(options: argparse.Namespace) -> int:
    _runtime_command().install(options.name, options.folder)
    return 0


def _repair_runtime(options: argparse.Namespace) -> int:
    _runtime_command().repair(options.folder)
    return 0


def _remove_runtime(_options: argparse.Namespace) -> int:
    _runtime_command().remove()
    return 0


def _go_back_to_runtime(_options: argparse.Namespace) -> int:
    _runtime_command().go_back()
    return 0


def _diagnose(options: argparse.Namespace) -> int:
    from app.terminal.own_data_command import diagnose

    diagnose(_path(options.out), _dialog(), is_agreed=options.yes)
    return 0


def _export(options: argparse.Namespace) -> int:
    from app.terminal.own_data_command import export

    export(_path(options.out), _dialog())
    return 0


def _import(options: argparse.Namespace) -> int:
    from pathlib import Path

    from app.terminal.own_data_command import import_chats

    import_chats([Path(file) for file in options.files], _dialog())
    return 0


def _uninstall_data(options: argparse.Namespace) -> int:
    from app.services.removal import Part
    from app.terminal.own_data_command import remove_data

    parts = [Part(name) for name in options.parts or ()]
    remove_data(parts, _dialog(), is_agreed=options.yes)
    return 0


def _path(value: str | None) -> "Path | None":
    from pathlib import Path

    return None if value is None else Path(value)


def _dialog() -> "Dialog":
    from app.terminal.own_data_command import Dialog

    return Dialog(sys.stdin, sys.stdout, sys.stdin.isatty())


def _library() -> "ModelFolder":
    from app.services.library.folder import create_library

    _mend_private_folders()
    return create_library()


def _hub_command() -> "HubCommand":
    from app.terminal.hub_command import create_hub_command

    _mend_private_folders()
    return create_hub_command(sys.stdout, sys.stderr)


def _runtime_command() -> "RuntimeCommand":
    from app.terminal.runtime_command import create_runtime_command

    _mend_private_folders()
    return create_runtime_command(sys.stdout, sys.stderr)


def _mend_private_folders() -> None:
    """Close files that earlier versions left readable; the window does the same."""
    from app.paths import private_dirs, shared_dirs
    from app.storage.private_files import mend_private_folder

    for folder in private_dirs():
        mend_private_folder(folder, shared_dirs())
