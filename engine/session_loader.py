"""Loads a session. The session's libraries are imported when the first one is wanted."""

import functools
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from engine.config import EngineConfig, SpeculationConfig
from engine.errors import DeviceLostError, EngineError
from engine.freed_memory import importing
from engine.nvidia_driver import open_context

if TYPE_CHECKING:
    from engine.session.session import Session

OnProgress = Callable[[str, float], None]
OnPlan = Callable[[int], None]


def load_session(
    path: Path, config: EngineConfig, on_progress: OnProgress, on_plan: OnPlan
) -> "Session":
    """As `Session.load`; without a draft model or head that cannot be used, which a notice says."""
    if config.device != "cpu":
        number = int(config.device.partition(":")[2] or 0)
        # The driver works while torch is imported.
        threading.Thread(target=open_context, args=(number,), name="gpu", daemon=True).start()
    load = import_session().load
    try:
        return load(path, config, on_progress, on_plan)
    except DeviceLostError:
        raise
    except EngineError as error:
        if not config.speculation.has_model:
            raise
        problem = str(error)
    alone = msgspec.structs.replace(config, speculation=SpeculationConfig())
    session = load(path, alone, on_progress, on_plan)
    session.notices = (*session.notices, problem)
    return session


@functools.cache
def import_session() -> "type[Session]":
    """Import torch and what is built on it: the process answers before that."""
    with importing():
        from engine.session.session import Session
    return Session
