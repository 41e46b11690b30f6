"""The engine process: its pipe to the client, and its end."""

import faulthandler
import logging
import os
import signal
import sys
import threading
from io import FileIO

from engine.commands import Close
from engine.dispatcher import Dispatcher, LoadSession, explain
from engine.events import Confinement, Event, Notice
from engine.wire import FrameReader, WireError, decode_command, encode_event

logger = logging.getLogger(__name__)

_GRACE_SECONDS = 0.8


class Host:
    """Serves the commands that arrive on `source` and writes events to `sink`."""

    def __init__(
        self,
        source: FileIO,
        sink: FileIO,
        load_session: LoadSession | None = None,
        confinement: Confinement | None = None,
    ) -> None:
        self._frames = FrameReader(source)
        self._sink = sink
        self._sink_lock = threading.Lock()
        self._has_reader = True
        self._done = threading.Event()
        self._dispatcher = Dispatcher(load_session, confinement)

    def run(self) -> None:
        """Serve until Close or the end of the input."""
        self._dispatcher.join(self._emit)
        threading.Thread(target=self._read_commands, name="commands", daemon=True).start()
        try:
            self._dispatcher.run()
        finally:
            self._done.set()

    def _read_commands(self) -> None:
        try:
            while (payload := self._frames.read()) is not None:
                if not self._accept(payload):
                    break
        except (WireError, OSError):
            logger.exception("Commands can no longer be read.")
        self._dispatcher.close()
        if not self._done.wait(_GRACE_SECONDS):
            # An import or a step of a load ends with the process; only an answer should have ended.
            if self._dispatcher.is_answering:
                logger.warning("The answer does not stop; leaving it.")
            os._exit(0)  # as requested: nothing needs saving

    def _accept(self, payload: bytes) -> bool:
        """Dispatch one command; False if it is the last."""
        try:
            command = decode_command(payload)
            if isinstance(command, Close):
                return False
            self._dispatcher.dispatch(command, self._emit)
        except Exception as error:  # noqa: BLE001  the edge of the thread
            self._emit(Notice(explain(error, "A command", "Close other programs.")))
        return True

    def _emit(self, event: Event) -> None:
        """Write `event`; begin to close if the reader is gone."""
        view = memoryview(encode_event(event))
        try:
            with self._sink_lock:
                while view:
                    view = view[self._sink.write(view) :]
        except OSError:
            if self._has_reader:
                self._has_reader = False
                logger.warning("Nobody reads our events; closing.")
                self._dispatcher.close()


def serve(load_session: LoadSession | None = None, confinement: Confinement | None = None) -> None:
    """Serve on stdin and stdout until the client closes, then end the process.

    `confinement` is that of this process, for `EngineReady`.
    """
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True
    )
    faulthandler.enable()
    # Ctrl-C in a terminal is for the window, whose end closes our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if confinement and confinement.reason:
        logger.warning("The engine is not fully confined (%s).", confinement.reason)
    source, sink = _take_standard_streams()
    with sink:
        Host(source, sink, load_session, confinement).run()
    # Skip the libraries' cleanup, which can take seconds.
    logging.shutdown()
    os._exit(0)


def _take_standard_streams() -> tuple[FileIO, FileIO]:
    """Reserve stdin and stdout for frames: stray prints, in C too, go to stderr."""
    source = FileIO(os.dup(0), "rb")
    sink = FileIO(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return source, sink
