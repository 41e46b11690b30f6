"""Runs work on untrusted input in a child process with a deadline.

A regular expression holds the GIL while it runs, so a thread could not be timed out.
"""

import contextlib
import os
import pickle
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import IO, Any, TypeVar

from engine.boot import module_command
from engine.environment import engine_environment

_LENGTH = struct.Struct("<Q")

T = TypeVar("T")


class ChildWorker:
    """One process that runs one job after another; started on demand.

    `work` and its result must be picklable: a module-level function, or a partial of one.
    """

    def __init__(self, deadline_seconds: float = 3.0) -> None:
        self._deadline_seconds = deadline_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()  # one job at a time
        self._is_closed = False

    def run(self, work: Callable[[], T]) -> T:
        """The result of `work`. Raises TimeoutError when it takes too long or fails. Blocks."""
        with self._lock:
            process = self._start()
            killer = threading.Timer(self._deadline_seconds, process.kill)
            killer.start()
            try:
                assert process.stdin is not None
                assert process.stdout is not None
                _write(process.stdin, work)
                result: T = _read(process.stdout)
            except (OSError, EOFError) as error:
                self._end()
                raise TimeoutError("the work took too long, or failed") from error
            finally:
                killer.cancel()
            return result

    def close(self) -> None:
        """Kill the process; nothing runs afterwards."""
        self._is_closed = True
        process = self._process
        if process is not None:
            process.kill()
        with self._lock:
            self._end()

    def _start(self) -> subprocess.Popen[bytes]:
        if self._is_closed:
            raise TimeoutError("the program ends")
        if self._process is None:
            self._process = subprocess.Popen(
                module_command("app.services.background.child_worker"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=engine_environment(os.environ),
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()


def _write(pipe: IO[bytes], value: object) -> None:
    data = pickle.dumps(value)
    pipe.write(_LENGTH.pack(len(data)) + data)
    pipe.flush()


def _read(pipe: IO[bytes]) -> Any:
    header = pipe.read(_LENGTH.size)
    if len(header) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(header)
    data = pipe.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)


def _serve() -> None:
    """In the child: run jobs until the pipe closes or one fails."""
    with contextlib.suppress(EOFError):
        while True:
            work = _read(sys.stdin.buffer)
            _write(sys.stdout.buffer, work())


if __name__ == "__main__":
    _serve()
