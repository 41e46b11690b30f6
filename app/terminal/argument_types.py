"""Types of the terminal's arguments. Each raises ArgumentTypeError with a sentence."""

import argparse
import re

_MAX_PORT = 65535
_ORIGIN = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#\s]+/?")


def at_least_one(value: str) -> int:
    """A whole number from 1 on."""
    if not value.isdecimal() or int(value) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 on, not {value}")
    return int(value)


def whole_number(value: str) -> int:
    """A whole number from 0 on."""
    if not value.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a whole number, not {value}")
    return int(value)


def api_key(value: str) -> str:
    """A key, which is not empty."""
    if not value:  # a variable of the shell that is not set must not open the server
        raise argparse.ArgumentTypeError("must not be empty")
    return value


def origin(value: str) -> str:
    """An origin of web pages, or * for all."""
    if value != "*" and not _ORIGIN.fullmatch(value):
        raise argparse.ArgumentTypeError(
            f"must be like https://example.org, without a path, not {value}"
        )
    return value.rstrip("/").lower()


def port(value: str) -> int:
    """The number of a port; 0 lets the system choose."""
    if not value.isdecimal() or int(value) > _MAX_PORT:
        raise argparse.ArgumentTypeError(f"must be a port from 0 to {_MAX_PORT}, not {value}")
    return int(value)
