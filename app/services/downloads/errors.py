"""The errors that end or interrupt a transfer."""

from engine.errors import EngineError


class DownloadError(EngineError):
    """A download cannot continue; the message says why and what to do. Fetched bytes are kept."""


class TemporaryDownloadError(DownloadError):
    """It cannot continue now, but may later: the network or the server failed too often."""


class AttemptFailedError(Exception):
    """One request failed and may be repeated after `wait_seconds`.

    The message is a clause with the reason: "hub.example stopped sending".
    """

    def __init__(self, clause: str, wait_seconds: float = 0.0) -> None:
        super().__init__(clause)
        self.wait_seconds = wait_seconds


class UrlExpiredError(AttemptFailedError):
    """The signed URL has expired; the Hub must be asked for a new one."""


class FileChangedError(Exception):
    """The server now has another file under that name; the fetched bytes are useless."""


class NoRangesError(Exception):
    """The server ignores range requests and sends the whole file."""


class StoppedError(Exception):
    """The user, or the end of the program, stopped the transfer."""
