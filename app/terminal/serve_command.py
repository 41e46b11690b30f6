"""`encore serve`: the server without a window, until Ctrl-C."""

import argparse
import asyncio
import os
import signal
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TextIO, TypeVar

from app.paths import config_dir, log_dir
from app.server.options import LOOPBACK, MAX_WAITING, ServerOptions, is_loopback
from app.server.own_engine import OwnEngine
from app.server.server import LocalServer
from app.services.library.folder import ModelFolder
from app.services.runtime.engine_command import engine_command
from app.storage.api_key import ApiKeyFile, digest_of
from app.storage.settings.model_settings import MODELS_FILE, ModelSettingsFile
from app.storage.settings.settings import Settings
from app.storage.settings.settings_file import SettingsFile
from app.terminal.lines import write_line
from app.terminal.model_config import config_for
from engine.arguments import engine_config
from engine.client import EngineClient

T = TypeVar("T")
Say = Callable[[str], None]

_KEY_VARIABLE = "ENCORE_API_KEY"
_POLL_SECONDS = 0.2  # so that Ctrl-C is noticed even if a wait is uninterruptible (Windows)
_MINUTE = 60


def serve(options: argparse.Namespace, library: ModelFolder, output: TextIO, status: TextIO) -> int:
    """Serve until the process is asked to end; returns the exit code. Raises `EngineError`."""
    settings = SettingsFile(config_dir() / "settings.toml").load().settings
    # What is wrong is told now, not at the first request.
    engine_config(options, settings.engine_config)
    engine_command()
    first = None if options.model is None else library.resolve(options.model)
    say = partial(_say, status)
    engine = OwnEngine(
        partial(EngineClient, find_command=engine_command, log_path=log_dir() / "engine.log"),
        partial(config_for, options, settings, ModelSettingsFile(config_dir() / MODELS_FILE)),
        settings.sampling,
        Path(settings.last_model) if settings.last_model else None,
        say,
    )
    minutes = _given(options.idle_minutes, settings.server_idle_minutes)
    server = LocalServer(
        _server_options(options, settings, say),
        engine,
        library.list_models,
        lambda: minutes * _MINUTE,
    )
    is_ended = _ended_by_signals()
    try:
        server.start()
        if first is not None:
            asyncio.run(engine.load(first))
        write_line(output, f"Encore answers at {server.address} (Ctrl-C ends it).")
        output.flush()
        while not is_ended.wait(_POLL_SECONDS):
            pass
    except KeyboardInterrupt:
        pass
    finally:
        server.stop()
        engine.close()
    return 0


def _server_options(options: argparse.Namespace, settings: Settings, say: Say) -> ServerOptions:
    host = _given(options.host, LOOPBACK)
    return ServerOptions(
        host=host,
        port=_given(options.port, settings.server_port),
        key_digest=_key_digest(options, say, is_needed=not is_loopback(host)),
        allowed_origins=tuple(options.allow_origin),
        max_waiting=_given(options.max_waiting, MAX_WAITING),
    )


def _key_digest(options: argparse.Namespace, say: Say, *, is_needed: bool) -> str | None:
    """The digest of the key that clients need; None for none. Makes one where there is none yet."""
    given = options.api_key or os.environ.get(_KEY_VARIABLE)
    if given:
        return digest_of(given)
    if not is_needed and not options.new_api_key:
        return None
    file = ApiKeyFile(config_dir())
    kept = None if options.new_api_key else file.read()
    if kept is not None:
        say("Clients need the API key that was shown before; --new-api-key makes another one.")
        return kept
    key = file.make()
    say(f"API key, shown only now: {key}")
    return digest_of(key)


def _ended_by_signals() -> threading.Event:
    """Set when the system asks the process to end."""
    is_ended = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        is_ended.set()

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, end)
    return is_ended


def _given(value: T | None, otherwise: T) -> T:
    return otherwise if value is None else value


def _say(status: TextIO, text: str) -> None:
    write_line(status, text)
    status.flush()
