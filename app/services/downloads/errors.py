"""How a transfer can end early: for good, with a sentence for a person, or so that another attempt makes sense."""

from engine.errors import EngineError


class DownloadError(EngineError):
    """A download cannot go on; the message says why and what to do. What was fetched is kept."""


class TemporaryDownloadError(DownloadError):
    """It cannot go on now, but may by itself later: the network or the server failed too often."""


class AttemptFailedError(Exception):
    """One request failed and may be made again, at the earliest in `wait_seconds`.

    The message is a clause that says why: "hub.example stopped sending".
    """

    def __init__(self, clause: str, wait_seconds: float = 0.0) -> None:
        super().__init__(clause)
        self.wait_seconds = wait_seconds


class UrlExpiredError(AttemptFailedError):
    """The signed address is no longer honoured; the Hub must be asked for a new one."""


class FileChangedError(Exception):
    """The server now has another file under that name; what was fetched is of no use."""


class NoRangesError(Exception):
    """The server sends the whole file, whatever part of it was asked for."""


class StoppedError(Exception):
    """The person, or the end of the program, stopped the transfer."""
