"""Calls that end with their receiver."""

import gc
import weakref
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal

from app.viewmodels.receivers import connect, while_alive


class Sender(QObject):
    done = Signal(str, int)


def destroy(receiver: QObject) -> None:
    receiver.deleteLater()
    QCoreApplication.sendPostedEvents(receiver, QEvent.Type.DeferredDelete)
    gc.collect()


def test_a_partial_is_called_until_its_receiver_is_destroyed() -> None:
    sender, receiver = Sender(), QObject()
    seen: list[tuple[str, str, int]] = []
    connect(sender.done, receiver, partial(lambda *words: seen.append(words), "first"))
    sender.done.emit("word", 1)
    destroy(receiver)
    sender.done.emit("word", 2)
    assert seen == [("first", "word", 1)]


def test_what_it_holds_goes_with_the_receiver() -> None:
    sender, receiver, held = Sender(), QObject(), Sender()
    connect(sender.done, receiver, lambda *_, kept=held: kept.done.emit("", 0))
    gone = weakref.ref(held)
    del held
    assert gone() is not None
    destroy(receiver)
    assert gone() is None


def test_late_work_calls_nobody_who_is_destroyed() -> None:
    receiver = QObject()
    seen: list[int] = []
    call = while_alive(receiver, seen.append)
    call(1)
    destroy(receiver)
    call(2)
    assert seen == [1]
