"""How fast a model writes an answer in a JSON schema, against one without.

    .venv/bin/python -m tests.support.form_speed FILE [--tokens 400] [--rounds 5] [--device cuda]

Greedy, in turn: without a form, and in each of three that hardly end. A line for each has the
median of its rounds, their spread, what is less than without, tokens of an answer, recaptures, and
how many steps were run once more because a mask came too late.
"""

import argparse
import json
import statistics
import sys
from pathlib import Path
from typing import Any

from engine.commands import ChatMessage, ChatPrompt, Generate
from engine.config import EngineConfig, SamplingParams, SpeculationConfig
from engine.events import Finished
from engine.session.session import Session
from tests.support.late_masks import count_late

_MANY = 1000
_NUM_FIELDS = 200
_QUESTION = "Write as much as you can, about anything."


def _object(value: dict[str, Any]) -> dict[str, Any]:
    names = [f"field_{number}" for number in range(_NUM_FIELDS)]
    return {
        "type": "object",
        "properties": dict.fromkeys(names, value),
        "required": names,
        "additionalProperties": False,
    }


FORMS: dict[str, dict[str, Any] | None] = {
    "none": None,
    "list": {"type": "array", "items": {"type": "string", "maxLength": 20}, "minItems": _MANY},
    "texts": _object({"type": "string", "minLength": 5, "maxLength": 40}),
    "numbers": _object({"type": "integer", "minimum": 0, "maximum": 999_999}),
}


def answer(session: Session, form: str, tokens: int) -> Finished:
    """An answer of at most so many tokens, of which nothing was in the cache."""
    session.forget()
    schema = FORMS[form]
    prompt = ChatPrompt(
        (ChatMessage("user", _QUESTION),),
        thinking=False,
        json_schema="" if schema is None else json.dumps(schema),
    )
    request = Generate(
        form, prompt, SamplingParams(temperature=0.0), tokens, ignore_end=schema is None
    )
    *_, finished = session.generate(request)
    assert isinstance(finished, Finished)
    return finished


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--tokens", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    config = EngineConfig(
        device=options.device, context_len=4096, speculation=SpeculationConfig("none")
    )
    session = Session.load(options.file, config)
    late = count_late(session.model)
    for form in FORMS:  # the first of each compiles
        answer(session, form, 50)
    speeds: dict[str, list[float]] = {form: [] for form in FORMS}
    tokens, recaptures, num_late = {}, dict.fromkeys(FORMS, 0), dict.fromkeys(FORMS, 0)
    for _ in range(options.rounds):
        for form in FORMS:
            before = late.number
            finished = answer(session, form, options.tokens)
            speeds[form].append(finished.meter.tok_s or 0.0)
            tokens[form] = len(finished.ids)
            recaptures[form] += finished.meter.recaptures or 0
            num_late[form] += late.number - before
    session.close()
    plain = statistics.median(speeds["none"])
    for form, each in speeds.items():
        speed = statistics.median(each)
        sys.stdout.write(
            f"{form:8} {speed:8.1f} tok/s ({min(each):.1f} to {max(each):.1f}), "
            f"{100 * (1 - speed / plain):5.1f} % less, {tokens[form]} tokens, "
            f"{recaptures[form]} recaptures, {num_late[form]} late\n"
        )


if __name__ == "__main__":
    main()
