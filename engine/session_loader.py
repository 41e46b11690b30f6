"""Loads a session. The session's libraries are imported when the first one is wanted."""

import functools
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.config import EngineConfig
from engine.freed_memory import importing
from engine.nvidia_driver import open_context

if TYPE_CHECKING:
    from engine.session.session import Session

OnProgress = Callable[[str, float], None]
OnPlan = Callable[[int], None]


def load_session(
    path: Path, config: EngineConfig, on_progress: OnProgress, on_plan: OnPlan
) -> "Session":
    """As `Session.load`."""
    if config.device != "cpu":
        number = int(config.device.partition(":")[2] or 0)
        # The driver works while torch is imported.
        threading.Thread(target=open_context, args=(number,), name="gpu", daemon=True).start()
    return import_session().load(path, config, on_progress, on_plan)


@functools.cache
def import_session() -> "type[Session]":
    """Import torch and what is built on it: the process answers before that."""
    with importing():
        from engine.session.session import Session
    return Session
