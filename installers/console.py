"""What the installers say: numbered steps, plain sentences, and the one error that ends them."""

import sys


class SetupError(Exception):
    """The setup cannot go on; the message is one plain sentence that says what to do."""


def say(text: str) -> None:
    """Print a line at once, so that it stands before what a child process prints."""
    print(text, flush=True)


def step(title: str) -> None:
    """Announce what is being done now."""
    say(f"==> {title}")


def fail(text: str) -> None:
    """Print a line on the error stream."""
    sys.stdout.flush()
    print(text, file=sys.stderr, flush=True)
