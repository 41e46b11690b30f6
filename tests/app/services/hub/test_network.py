"""What is said when nothing answers: never the system's codes."""

import errno
import socket

import httpx2
import pytest

from app.services.hub.network import explain_failure, is_about_network


def caused_by(cause: Exception) -> Exception:
    error = httpx2.ConnectError(str(cause))
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        (socket.gaierror(-2, "Name or service not known"), "this computer is offline"),
        (OSError(errno.ENETUNREACH, "Network is unreachable"), "this computer is offline"),
        (ConnectionRefusedError(errno.ECONNREFUSED, "refused"), "nothing listens"),
        (ConnectionResetError(errno.ECONNRESET, "reset"), "the connection was cut"),
        (TimeoutError("timed out"), "it takes too long"),
        (httpx2.ReadTimeout("timed out"), "it takes too long"),
        (RuntimeError("[Errno 7]"), "the connection failed"),
    ],
)
def test_a_failure_is_told_in_words(cause: Exception, words: str) -> None:
    told = explain_failure(caused_by(cause))
    assert words in told
    assert "Errno" not in told
    assert is_about_network(caused_by(cause)) == ("offline" in words)
