"""Work on what strangers wrote, in a process that is ended when it takes too long. Knows nothing of the work.

A regular expression holds Python's lock for as long as it runs, so no thread can be waited for.
"""

import contextlib
import os
import pickle
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, TypeVar

from engine.environment import engine_environment

_ROOT = Path(__file__).resolve().parents[3]
_LENGTH = struct.Struct("<Q")

T = TypeVar("T")


class ChildWorker:
    """One process that does one piece of work after another; it is started when it is needed.

    `work` and its result must be picklable: a function of a module, perhaps with its arguments.
    """

    def __init__(self, deadline_seconds: float = 3.0) -> None:
        self._deadline_seconds = deadline_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()  # one piece of work at a time
        self._is_closed = False

    def run(self, work: Callable[[], T]) -> T:
        """On any thread but the GUI's: the result of `work`. Raises TimeoutError when it takes too long or fails."""
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
        """End the process, whatever it does; nothing is run any more."""
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
                [sys.executable, "-P", "-m", "app.services.background.child_worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=engine_environment(os.environ) | {"PYTHONPATH": str(_ROOT)},
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
    """In the child: until the other end closes. Work that fails ends it, too."""
    with contextlib.suppress(EOFError):
        while True:
            work = _read(sys.stdin.buffer)
            _write(sys.stdout.buffer, work())


if __name__ == "__main__":
    _serve()
