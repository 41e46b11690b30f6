"""Lets errors in methods that Qt calls be reported on Python 3.11, where they end the process.

PySide (6.9 to 6.11) there crashes on an error that C code raised, such as a KeyError, where such a
method was called on behalf of another one in Python, unless a Python function has raised it once
more. From Python 3.12 on it does not.
"""

import functools
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from PySide6.QtCore import QMetaMethod, QObject

_QT = "PySide6."


def guard_overrides() -> None:
    """Guard what classes defined from now on override of Qt's; does nothing where none is needed."""
    if sys.version_info < (3, 12):
        QObject.__init_subclass__ = classmethod(_guard)  # type: ignore[arg-type, assignment]


def _guard(cls: type[QObject], **options: object) -> None:
    super(QObject, cls).__init_subclass__(**options)  # of the bases behind it, such as Generic
    bases = [base for base in cls.__mro__ if base.__module__.startswith(_QT)]
    for name, method in list(vars(cls).items()):
        if isinstance(method, FunctionType) and any(name in vars(base) for base in bases):
            setattr(cls, name, _raising_again(method, is_slot=name in _slots(bases[0])))


@functools.cache
def _slots(base: type) -> frozenset[str]:
    """The names of a class of Qt's that are slots, in it and its bases."""
    meta = base.staticMetaObject  # type: ignore[attr-defined]
    methods = [meta.method(index) for index in range(meta.methodCount())]
    return frozenset(
        str(method.name(), "ascii")
        for method in methods
        if method.methodType() == QMetaMethod.MethodType.Slot
    )


def _raising_again(method: FunctionType, *, is_slot: bool) -> Callable[..., Any]:
    """`method`, whose errors this raises. A slot is passed as many arguments as it names."""
    num_arguments = method.__code__.co_argcount if is_slot and not method.__defaults__ else None

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

    if num_arguments == 1:
        return run_alone
    return run_with_one if num_arguments == 2 else run
