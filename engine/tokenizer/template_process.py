"""The process that renders chat templates: a JSON line in, a JSON line out.

Imports Jinja and little of the engine; needs only its own files and two pipes. The engine kills
it when it takes too long.
"""

import contextlib
import faulthandler
import json
import signal
import sys
from typing import Any

from engine.tokenizer.template_sandbox import TemplateSandbox
from engine.tokenizer.written_text import WrittenText, flags_of, without_surrogates

_MAX_MEMORY_BYTES = 1 << 30
_REASON_LEN = 200
_DIGITS = bytes.maketrans(b"\x00\x01", b"01")


def main() -> None:
    """Serve requests on stdin until it is closed; an empty line announces that it is ready."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    _limit_memory()
    requests, replies = sys.stdin.buffer, sys.stdout.buffer
    compiled: dict[str, TemplateSandbox] = {}
    reply = b""
    while True:
        replies.write(reply + b"\n")
        replies.flush()
        line = requests.readline()
        if not line:
            return
        request = json.loads(line)
        # If the parent is gone, this process ends itself, whatever it is doing.
        faulthandler.dump_traceback_later(request["seconds"], exit=True)
        reply = json.dumps(_answer(request, compiled)).encode()
        faulthandler.cancel_dump_traceback_later()


def _answer(request: dict[str, Any], compiled: dict[str, TemplateSandbox]) -> dict[str, Any]:
    """The rendered text with its flags, or the reason of failure."""
    source = request["source"]
    try:
        if source not in compiled:
            compiled.clear()
            compiled[source] = TemplateSandbox(source)
        template = compiled[source]
        text = without_surrogates(template.render(_values(request)))
    except Exception as error:  # noqa: BLE001  the edge of the process
        return {"failure": _reason(error)}
    return {
        "text": text,
        "flags": flags_of(text).translate(_DIGITS).decode(),
        "variables": sorted(template.variables),
    }


def _values(request: dict[str, Any]) -> dict[str, Any]:
    """The template's variables; token names and roles count as written by the template."""
    messages = [
        message | {"role": WrittenText.written(message["role"])} for message in request["messages"]
    ]
    names = {name: WrittenText.written(text) for name, text in request["names"].items()}
    return {"tools": None, "documents": None, **names, **request["values"], "messages": messages}


def _reason(error: Exception) -> str:
    try:
        text = str(error)[:_REASON_LEN]
    except Exception:  # noqa: BLE001  an untrusted template made it
        text = ""
    return f"{type(error).__name__}: {text!a}"


def _limit_memory() -> None:
    """Limit this process's memory, if the system can; elsewhere only the parent watches it."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, hardest = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (_MAX_MEMORY_BYTES, hardest))


if __name__ == "__main__":
    main()
