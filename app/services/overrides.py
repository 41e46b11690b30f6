"""Lets errors in methods that Qt calls be reported on Python 3.11, where they end the process.

PySide (6.9 to 6.11) there crashes on an error that C code raised, such as a KeyError, where such a
method was called on behalf of another one in Python, unless a Python function has raised it once
more. From Python 3.12 on it does not.
"""

import functools
import sys
from collections.abc import Callable
from inspect import CO_VARARGS
from types import FunctionType
from typing import Any

from PySide6.QtCore import QObject

_QT = "PySide6."


def guard_overrides() -> None:
    """Guard what classes defined from now on override of Qt's; does nothing from Python 3.12 on."""
    if sys.version_info < (3, 12):
        QObject.__init_subclass__ = classmethod(_guard)  # type: ignore[arg-type, assignment]


def _guard(cls: type[QObject], **options: object) -> None:
    super(QObject, cls).__init_subclass__(**options)  # of the bases behind it, such as Generic
    bases = [base for base in cls.__mro__ if base.__module__.startswith(_QT)]
    for name, method in list(vars(cls).items()):
        if not isinstance(method, FunctionType) or name.startswith("__"):
            continue
        if any(name in vars(base) for base in bases):
            setattr(cls, name, _raising_again(method))


def _raising_again(method: FunctionType) -> Callable[..., Any]:
    """`method`, whose errors this raises.

    PySide passes a signal's arguments by the number that a slot names, so this names as many.
    """

    @functools.wraps(method)
    def run(*arguments: object, **named: object) -> Any:
        try:
            return method(*arguments, **named)
        except BaseException:  # noqa: TRY203  the error has a Python frame then
            raise

    @functools.wraps(method)
    def run_alone(self: QObject) -> Any:
        return run(self)

    @functools.wraps(method)
    def run_with_one(self: QObject, argument: object) -> Any:
        return run(self, argument)

    code = method.__code__
    if code.co_flags & CO_VARARGS or code.co_kwonlyargcount or method.__defaults__:
        return run
    by_number: dict[int, Callable[..., Any]] = {1: run_alone, 2: run_with_one}
    return by_number.get(code.co_argcount, run)
