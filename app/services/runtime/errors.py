"""The error of everything about the engine's libraries."""

from engine.errors import EngineError


class RuntimeInstallError(EngineError):
    """The libraries could not be installed or found; the message says why and what to do."""
