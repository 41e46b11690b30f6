"""The error of everything about new versions."""

from engine.errors import EngineError


class UpdateError(EngineError):
    """A new version could not be found, verified or installed; the message says what to do."""
