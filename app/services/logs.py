"""Log files, and what is done with uncaught errors."""

import logging
import re
import sys
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from app.domain import NoticeLevel
from app.services.notices import Notices
from app.storage.private_files import make_private_folder, private_opener
from engine.errors import EngineError

logger = logging.getLogger(__name__)

_MAX_LOG_BYTES = 2 << 20
_NUM_OLD_LOGS = 3
# What PySide puts before an error that leaves a method which Qt called, once for each such method.
_BEFORE_ERRORS = re.compile(r"\A(?:Error calling Python override of \S+: )+")
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def set_up_logging(folder: Path) -> None:
    """Log to rotating files in `folder`, including Qt's messages; to stderr if that fails."""
    problem: OSError | None = None
    try:
        make_private_folder(folder)
        handler: logging.Handler = PrivateLog(
            folder / "encore.log",
            maxBytes=_MAX_LOG_BYTES,
            backupCount=_NUM_OLD_LOGS,
            encoding="utf-8",
        )
    except OSError as error:
        problem = error
        # A windowed program may have no stderr.
        handler = logging.StreamHandler() if sys.stderr else logging.NullHandler()
        handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    for name in ("httpx2", "httpcore2"):  # they log signed URLs
        logging.getLogger(name).setLevel(logging.WARNING)
    qInstallMessageHandler(_log_qt_message)
    if problem is not None:
        logger.warning("no log can be written in %s: %s", folder, problem)


class PrivateLog(RotatingFileHandler):
    """A log file that is created with private permissions."""

    def _open(self) -> TextIOWrapper:
        file = open(  # noqa: SIM115  the handler closes it
            self.baseFilename, self.mode, encoding=self.encoding, opener=private_opener
        )
        assert isinstance(file, TextIOWrapper)
        return file

    def handleError(self, _record: logging.LogRecord) -> None:  # noqa: N802  the name in logging
        """Nothing: a full disk would otherwise print an error to stderr for each line."""


def report_crashes(notices: Notices) -> None:
    """Log and show uncaught errors; the window stays open."""

    def report(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        logger.critical("unexpected error", exc_info=(kind, error, trace))
        is_plain = isinstance(error, EngineError)  # such as a full disk
        unknown = "Something unexpected went wrong; the log in the Encore folder has the details."
        told = _BEFORE_ERRORS.sub("", str(error)) if is_plain else unknown
        notices.report(told, NoticeLevel.ERROR)

    sys.excepthook = report


def _log_qt_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    logging.getLogger("qt").log(_LEVELS.get(kind, logging.INFO), "%s", text)
