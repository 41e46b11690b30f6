"""The numbers of one answer, of all its parts together: it may go on, and call tools."""

from dataclasses import dataclass

from app.domain import AnswerStats
from app.viewmodels import formatting
from engine.events import Finished, Meter


@dataclass(frozen=True, slots=True)
class Part:
    """What is known of the part that just ended; `finished` is None where it broke off."""

    meter: Meter
    finished: Finished | None
    seed: int | None
    thinking_ms: float | None
    reason: str | None


def joined_stats(before: AnswerStats, part: Part) -> AnswerStats:
    """What is known of the whole answer: of the parts `before`, too."""
    meter, finished = part.meter, part.finished
    return AnswerStats(
        prompt_tokens=before.prompt_tokens or meter.prompt_tokens,
        new_tokens=_sum(before.new_tokens, meter.new_tokens),
        ttft_ms=before.ttft_ms or meter.ttft_ms,
        tok_s=_speed(before, meter),
        drafted=_sum(before.drafted, meter.drafted),
        accepted=_sum(before.accepted, meter.accepted),
        recaptures=_sum(before.recaptures, meter.recaptures),
        seed=part.seed if before.seed is None else before.seed,
        fnv1a64=(finished.fnv1a64 if finished.ids else before.fnv1a64) if finished else None,
        finish_reason=part.reason,
        thinking_ms=part.thinking_ms,
        accepted_by_depth=_by_depth(meter) or before.accepted_by_depth,
        draft_gain=before.draft_gain if meter.draft_gain is None else meter.draft_gain,
        draft_pause=meter.pause_reason,
    )


def _by_depth(meter: Meter) -> str | None:
    shares = formatting.shares(meter.accepted_by_depth, meter.drafted_by_depth)
    return " ".join(str(share) for share in shares) or None


def _sum(before: int | None, added: int | None) -> int | None:
    return added if before is None else before + (added or 0)


def _speed(before: AnswerStats, meter: Meter) -> float | None:
    """Tokens per second of both parts together."""
    if not before.tok_s or not before.new_tokens or not meter.tok_s or not meter.new_tokens:
        return meter.tok_s or before.tok_s
    seconds = before.new_tokens / before.tok_s + meter.new_tokens / meter.tok_s
    return (before.new_tokens + meter.new_tokens) / seconds
