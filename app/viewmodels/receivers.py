"""Calls of lambdas, partials and nested functions that end with their receiver.

Qt ends a connection to a method of a QObject with that object. Of other callables it knows no
receiver: those would be called, and kept, as long as the sender is there.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, SignalInstance
from shiboken6 import isValid


def connect(signal: SignalInstance, receiver: QObject, function: Callable[..., object]) -> None:
    """Call `function` at each `signal`, until `receiver` is destroyed."""
    _Connection(signal, receiver, function)


def while_alive(receiver: QObject, function: Callable[..., object]) -> Callable[..., None]:
    """`function` for work that may be done late: it is not called once `receiver` is destroyed."""

    def call(*arguments: object) -> None:
        if isValid(receiver):
            function(*arguments)

    return call


class _Connection(QObject):
    """Destroyed with the receiver, whose child it is."""

    def __init__(
        self, signal: SignalInstance, receiver: QObject, function: Callable[..., object]
    ) -> None:
        super().__init__(receiver)
        self._function = function
        signal.connect(self._call)

    def _call(self, *arguments: object) -> None:
        self._function(*arguments)
