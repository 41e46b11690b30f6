"""Tries out the engine's libraries: imports each, then lets the model MODEL answer on this machine.

    python -m engine.smoke_test MODEL

Exit code 0 if all works; else 2 and one sentence.
"""

import contextlib
import sys
from importlib import import_module
from pathlib import Path

from engine.errors import EngineError
from engine.safe_text import clean_line

# What the engine imports sooner or later, some of it only for certain models.
_LIBRARIES = (
    *("numpy", "torch", "numba", "gguf", "tokenizers", "llguidance", "jinja2", "msgspec", "psutil"),
)
_NUM_TOKENS = 8
_CONTEXT_LEN = 256
_FAILED = 2


def main(arguments: list[str]) -> int:
    """Run it; returns the exit code."""
    (model,) = arguments
    try:
        for name in _LIBRARIES:
            import_module(name)
        if import_module("torch").version.cuda is not None:
            import_module("triton")
        _answer(Path(model))
    except EngineError as error:
        return _fail(str(error))
    except Exception as error:  # noqa: BLE001  libraries may fail in any way
        return _fail(f"{type(error).__name__}: {error}")
    return 0


def _answer(path: Path) -> None:
    """Raise unless the model at `path` generates tokens."""
    from engine.commands import Generate, TextPrompt
    from engine.config import EngineConfig, SamplingParams
    from engine.events import Finished
    from engine.session.session import Session

    command = Generate(
        "smoke test",
        TextPrompt("Encore"),
        SamplingParams(temperature=0.0),
        max_tokens=_NUM_TOKENS,
        ignore_end=True,
    )
    session = Session.load(path, EngineConfig(context_len=_CONTEXT_LEN))
    with contextlib.closing(session):
        ends = [event for event in session.generate(command) if isinstance(event, Finished)]
    if len(ends) != 1 or len(ends[0].ids) != _NUM_TOKENS:
        raise EngineError("The model for the test did not answer.")


def _fail(sentence: str) -> int:
    sys.stderr.write(f"{clean_line(sentence)}\n")
    return _FAILED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
