"""An engine process without a model, over the real pipe: it writes words, as many and as fast as the seed says."""

import random
import time
from collections.abc import Iterator

from engine.commands import Generate
from engine.events import Event, Finished, Meter, ReasoningDelta, Started, TextDelta
from engine.host import serve
from tests.support.scripted_engine import ScriptedSession

_MAX_WORDS = 4000


class PacedSession(ScriptedSession):
    """Thinks now and then, answers in bursts."""

    notices = ()

    def _events(self, command: Generate) -> Iterator[Event]:
        draw = random.Random(command.request_id)
        yield Started(command.request_id, 1, 0, 0, 0)
        text, thoughts = [], []
        for number in range(draw.randrange(_MAX_WORDS)):
            time.sleep(draw.choice((0.0, 0.001, 0.004)))
            if self._is_cancelled():
                break
            if number < 40 and draw.random() < 0.2 and not text:
                thoughts.append("hm ")
                yield ReasoningDelta(command.request_id, "hm ")
            else:
                text.append(f"word{number} ")
                yield TextDelta(command.request_id, text[-1])
        reason = "cancelled" if self._is_cancelled() else "stop"
        yield Finished(
            *(command.request_id, reason, "".join(text), (), "0" * 16, Meter()),
            reasoning="".join(thoughts),
        )


if __name__ == "__main__":
    serve(PacedSession.load)
