"""Runs work on untrusted input in a child process with a deadline.

A regular expression holds the GIL while it runs, so a thread could not be timed out.
"""

import contextlib
import importlib
import os
import pickle
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any, TypeVar

from engine.boot import module_command
from engine.environment import engine_environment

_LENGTH = struct.Struct("<Q")
_START_SECONDS = 60.0  # of a computer that is busy with a model

T = TypeVar("T")


class ChildWorker:
    """One process that runs one job after another; started on demand.

    `work` and its result must be picklable: a module-level function, or a partial of one.
    The deadline is for the work alone: a process has imported `modules` before its first job.
    """

    def __init__(self, deadline_seconds: float = 3.0, modules: Sequence[str] = ()) -> None:
        self._deadline_seconds = deadline_seconds
        self._modules = modules
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()  # one job at a time
        self._is_closed = False

    def run(self, work: Callable[[], T]) -> T:
        """The result of `work`. Raises TimeoutError when it takes too long or fails. Blocks."""
        with self._lock:
            try:
                process = self._process or self._start()
                assert process.stdin is not None
                assert process.stdout is not None
                with _killed_after(self._deadline_seconds, process):
                    _write(process.stdin, work)
                    result: T = _read(process.stdout)
            except (OSError, EOFError) as error:
                self._end()
                raise TimeoutError("the work took too long, or failed") from error
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
        """Start the process and wait until it has imported what it needs."""
        if self._is_closed:
            raise TimeoutError("the program ends")
        self._process = process = subprocess.Popen(
            module_command("app.services.background.child_worker", *self._modules),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=engine_environment(os.environ),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        assert process.stdout is not None
        with _killed_after(_START_SECONDS, process):
            _read(process.stdout)
        return process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()


@contextlib.contextmanager
def _killed_after(seconds: float, process: subprocess.Popen[bytes]) -> Iterator[None]:
    """End `process` if the body takes longer; its pipes then close."""
    killer = threading.Timer(seconds, process.kill)
    killer.start()
    try:
        yield
    finally:
        killer.cancel()


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
    """In the child: say that it is ready, then run jobs until the pipe closes or one fails."""
    for name in sys.argv[1:]:
        importlib.import_module(name)
    _write(sys.stdout.buffer, None)
    with contextlib.suppress(EOFError):
        while True:
            work = _read(sys.stdin.buffer)
            _write(sys.stdout.buffer, work())


if __name__ == "__main__":
    _serve()
