"""Starts the engine process, sends commands, delivers events. Knows no torch and no window."""

import contextlib
import logging
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, TypeVar

from engine.boot import module_command
from engine.commands import Close, Command
from engine.environment import engine_environment
from engine.errors import EngineError
from engine.events import Event
from engine.wire import LOG_VARIABLE, FrameReader, WireError, decode_event, encode_command

logger = logging.getLogger(__name__)

T = TypeVar("T")

_MAX_LOG_BYTES = 1 << 20
_LINGER_SECONDS = 5.0


def default_command() -> tuple[str, ...]:
    """The command line of an engine with the libraries of this process."""
    return module_command("engine", "serve-pipe")


class EngineClient:
    """One engine process at a time; any thread may call any method.

    `on_event(event)` is called for each event, and `on_exit(returncode)` exactly once when the
    process has ended, `close` included; both on the client's reader thread. They must not wait for
    a thread inside `start` or `close`. After `on_exit`, `start` may be called again.
    """

    def __init__(
        self,
        on_event: Callable[[Event], None],
        on_exit: Callable[[int], None],
        find_command: Callable[[], Sequence[str]] = default_command,
        environment: Mapping[str, str] | None = None,
        log_path: Path | None = None,
    ) -> None:
        """`find_command` returns the command line at each start, or raises `EngineError`.

        `environment` is added to the filtered environment of this process, which holds no secrets;
        the engine's stderr is appended to `log_path`, or inherited.
        """
        self._on_event = on_event
        self._on_exit = on_exit
        self._find_command = find_command
        self._environment = dict(environment or {})
        self._log_path = log_path
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    @property
    def is_running(self) -> bool:
        """Whether the process is running."""
        return _is_alive(self._process)

    @property
    def process_id(self) -> int | None:
        """The id of the process that was started last."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the process if none is running; `EngineReady` is its first event.

        Raises `EngineError` when it cannot be started.
        """
        if _is_alive(self._process):
            return
        # The last events of an earlier process come before those of the new one.
        _join(self._reader)
        with self._lock:
            if _is_alive(self._process):
                return
            process = self._spawn()
            outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
            writer = threading.Thread(
                target=_write_frames, args=(process, outgoing), name="engine-writer", daemon=True
            )
            reader = threading.Thread(
                target=self._read_events,
                args=(process, outgoing),
                name="engine-reader",
                daemon=True,
            )
            self._process, self._outgoing, self._reader = process, outgoing, reader
            writer.start()
            reader.start()

    def send(self, command: Command) -> bool:
        """Queue `command` for the engine without waiting; False if the engine is not running.

        True means queued, not served: if the process dies, `on_exit` is called.
        Raises `RequestError` for an invalid command.
        """
        frame = encode_command(command)
        if not self.is_running:
            return False
        self._outgoing.put(frame)
        return True

    def close(self, timeout_seconds: float = 5.0) -> None:
        """End the process: ask, then terminate, then kill. Returns after `on_exit`.

        Each attempt gets `timeout_seconds`.
        """
        process, reader, outgoing = self._process, self._reader, self._outgoing
        if process is None:
            return
        outgoing.put(encode_command(Close()))
        outgoing.put(None)
        for urge in (process.terminate, process.kill):
            try:
                process.wait(timeout_seconds)
                break
            except subprocess.TimeoutExpired:
                logger.warning("The engine does not end by itself.")
                urge()
        _join(reader, timeout_seconds)

    def kill(self) -> None:
        """End the process at once; `on_exit` follows."""
        process = self._process
        if process is not None:
            process.kill()

    def _spawn(self) -> subprocess.Popen[bytes]:
        command = tuple(self._find_command())
        environment = engine_environment(os.environ) | self._environment
        try:
            with contextlib.ExitStack() as stack:
                # A windowed program may have no stderr to share.
                log: IO[bytes] | int | None = None if sys.stderr else subprocess.DEVNULL
                if self._log_path is not None and (opened := _open_log(self._log_path)):
                    log = stack.enter_context(opened)
                    environment[LOG_VARIABLE] = str(self._log_path)
                return subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    bufsize=0,
                    env=environment,
                    creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                )
        except OSError as error:
            raise EngineError(
                f"The engine could not be started: {error.strerror}: {error.filename}."
            ) from error

    def _read_events(
        self, process: subprocess.Popen[bytes], outgoing: queue.SimpleQueue[bytes | None]
    ) -> None:
        """The reader thread."""
        try:
            self._forward_events(process)
        except (WireError, OSError):
            logger.exception("The engine's output cannot be read; ending it.")
            process.kill()
        # A process that has closed its output is useless, even if it still runs.
        try:
            returncode = process.wait(_LINGER_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            returncode = process.wait()
        outgoing.put(None)
        if process.stdout is not None:
            process.stdout.close()
        _call(self._on_exit, returncode)

    def _forward_events(self, process: subprocess.Popen[bytes]) -> None:
        if process.stdout is None:
            return
        frames = FrameReader(process.stdout)
        while (payload := frames.read()) is not None:
            _call(self._on_event, decode_event(payload))


def _is_alive(process: subprocess.Popen[bytes] | None) -> bool:
    return process is not None and process.poll() is None


def _join(thread: threading.Thread | None, timeout_seconds: float | None = None) -> None:
    if thread is not None and thread is not threading.current_thread():
        thread.join(timeout_seconds)


def _call(listener: Callable[[T], None], value: T) -> None:
    """Call a listener; its exceptions must not end the reader thread, which calls `on_exit`."""
    try:
        listener(value)
    except Exception:
        logger.exception("A listener of the engine failed.")


def _write_frames(
    process: subprocess.Popen[bytes], outgoing: queue.SimpleQueue[bytes | None]
) -> None:
    """The writer thread: a slow or hung engine must not block senders."""
    if process.stdin is None:
        return
    # OSError: the process has died; the reader thread reports it.
    with contextlib.suppress(OSError), process.stdin:
        while (frame := outgoing.get()) is not None:
            view = memoryview(frame)
            while view:
                view = view[process.stdin.write(view) :]


def _open_log(path: Path) -> IO[bytes] | None:
    """Open the log for appending, private to the user; a long one becomes `NAME.old` first.

    None if it cannot be written: the engine also runs without a log.
    """
    # On Windows another process may hold the old log open; then it keeps growing.
    with contextlib.suppress(OSError):
        if path.stat().st_size > _MAX_LOG_BYTES:
            path.replace(path.with_name(path.name + ".old"))
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return open(path, "ab", opener=_open_private)
    except OSError as error:
        logger.warning("The engine has no log: %s", error)
        return None


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
