"""Says in a clause why a request got no answer: the system's own words are abbreviations."""

import errno
import socket
import ssl
from collections.abc import Iterator

_NO_ROUTE = frozenset({errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN})


def explain_failure(error: BaseException) -> str:
    """Why a connection failed, as a clause: "this computer seems to be offline"."""
    causes = tuple(_causes(error))
    if is_about_network(error):
        return "its name is not found, or this computer is offline"
    for kinds, clause in (
        (ConnectionRefusedError, "nothing listens at that address"),
        (ConnectionError, "the connection was cut"),
        (ssl.SSLCertVerificationError, "its certificate is not trusted here"),
        (ssl.SSLError, "no encrypted connection came about"),
        (TimeoutError, "it takes too long"),
    ):
        if any(isinstance(cause, kinds) for cause in causes):
            return clause
    is_timeout = any("Timeout" in type(cause).__name__ for cause in causes)
    return "it takes too long" if is_timeout else "the connection failed"


def is_about_network(error: BaseException) -> bool:
    """Whether the host has no address or no route from here, as without a network."""
    return any(
        isinstance(cause, socket.gaierror)
        or (isinstance(cause, OSError) and cause.errno in _NO_ROUTE)
        for cause in _causes(error)
    )


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """`error` and what led to it."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
