"""What has arrived of an answer, over the requests that it takes. Asks and saves nothing."""

from dataclasses import dataclass, field, replace

from app.domain import ENDINGS, REPLACED, AnswerStats, Message, Spans
from app.viewmodels.chat.answer_stats import Part, joined_stats
from engine.events import Finished, Meter


@dataclass(slots=True)
class Progress:
    """The answer `message`. `request_id` is "" between two requests.

    The text of the present request begins at `text_from`, its reasoning at `reasoning_from`.
    """

    message: Message
    text: str = ""
    reasoning: str = ""
    drafted: Spans = ()
    request_id: str = ""
    text_from: int = 0
    reasoning_from: int = 0
    thinking_since: float | None = None
    thinking_ms: float | None = None
    saved_len: int = 0
    seed: int | None = None
    meter: Meter = field(default_factory=Meter)
    is_stopping: bool = False

    @property
    def num_characters(self) -> int:
        """How much has arrived."""
        return len(self.text) + len(self.reasoning)

    def begin_part(self, request_id: str) -> None:
        """A request goes out, for what follows the last calls."""
        uses = self.message.tool_uses
        self.request_id = request_id
        self.text_from = uses[-1].text_len if uses else 0
        self.reasoning_from = uses[-1].reasoning_len if uses else 0

    def take_whole(self, finished: Finished) -> None:
        """The request ended: its texts are whole."""
        if finished.reasoning:
            self.reasoning = self.reasoning[: self.reasoning_from] + finished.reasoning
        if finished.text:
            self.text = self.text[: self.text_from] + finished.text

    def end_part(self, finished: Finished) -> None:
        """The model waits for the results of calls; what follows them begins a paragraph."""
        self.message = replace(self.message, stats=self.stats(finished, None))
        self.request_id, self.meter, self.thinking_since = "", Meter(), None
        self.text, self.reasoning = _with_break(self.text), _with_break(self.reasoning)

    def stats(self, finished: Finished | None, reason: str | None) -> AnswerStats:
        """The numbers of all parts so far; only the ids of a single one have a hash."""
        part = Part(self.meter, finished, self.seed, self.thinking_ms, reason)
        stats = joined_stats(self.message.stats, part)
        return replace(stats, fnv1a64=None) if self.message.tool_uses else stats

    def reason(self, finished: Finished | None) -> str | None:
        """Why it ended."""
        if finished is None:
            return None
        is_replaced = finished.reason == "cancelled" and not self.is_stopping
        return REPLACED if is_replaced else finished.reason

    def token_ids(self, text: str, finished: Finished | None) -> tuple[int, ...]:
        """The ids to go on from: of an answer that ended early, while they are of its text."""
        if finished is not None and finished.ids:
            return finished.ids if finished.reason in ENDINGS else ()
        before = self.message
        is_same = (text, self.reasoning) == (before.text, before.reasoning)
        return before.token_ids if is_same else ()


def _with_break(text: str) -> str:
    return f"{text.rstrip()}\n\n" if text.strip() else ""
