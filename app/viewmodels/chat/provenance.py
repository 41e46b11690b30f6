"""What made an answer: one line below it, and all of it by name."""

from functools import lru_cache

import msgspec
from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from app.domain import AnswerStats, Author, Message, MessageStatus
from app.storage.settings.option_table import REPLAY, option
from app.viewmodels import formatting
from engine.config import EngineConfig, SamplingParams

_SAME_SPEED = 0.03  # single answers vary by more than runs that take turns


class _Snapshot(Struct, frozen=True):
    """What was set when the answer was asked for; `endpoint` is "" for this computer."""

    config: EngineConfig = EngineConfig()
    sampling: SamplingParams = SamplingParams()
    endpoint: str = ""


def footnote(message: Message) -> str:
    """The line below an answer: speed, tokens, what was unusual, why it ended early."""
    if message.author is Author.USER or message.status is MessageStatus.STREAMING:
        return ""
    stats = message.stats
    parts = []
    if stats.tok_s is not None:
        parts.append(formatting.rate(stats.tok_s))
    if stats.new_tokens is not None:
        parts.append(formatting.tokens(stats.new_tokens))
    if stats.recaptures:
        parts.append(formatting.recaptures(stats.recaptures))
    parts += _switches_off(message)
    if stats.drafted:
        words = _words("drafts %1")
        parts.append(words.replace("%1", formatting.share(stats.accepted, stats.drafted)))
        if per_step := _tokens_per_step(stats):
            words = _words("%1 tokens a step")
            parts.append(words.replace("%1", per_step))
    if stats.draft_gain is not None:
        words = _words("%1 as fast by drafting")
        parts.append(words.replace("%1", formatting.factor(stats.draft_gain)))
    parts.append(_same_answer(message))
    parts.append(formatting.ending(message.status, stats))
    return formatting.line(parts)


def provenance(message: Message) -> tuple[tuple[str, str], ...]:
    """Everything that made an answer, by name; () while it streams and for the user's."""
    if message.author is Author.USER or message.status is MessageStatus.STREAMING:
        return ()
    stats, gain = message.stats, message.stats.draft_gain
    known = [
        (_words("Model"), message.model or ""),
        *_settings(message),
        (_words("Seed"), "" if stats.seed is None else str(stats.seed)),
        (_words("Speed"), _known(formatting.rate(stats.tok_s))),
        (_words("First token"), _known(formatting.duration(stats.ttft_ms))),
        (_words("Tokens"), _known(formatting.count(stats.new_tokens))),
        (_words("Tokens of the prompt"), _known(formatting.count(stats.prompt_tokens))),
        (_words("Recaptures"), _known(formatting.count(stats.recaptures))),
        (_words("Drafts accepted"), _known(formatting.share(stats.accepted, stats.drafted))),
        (_words("Accepted by depth"), _by_depth(stats)),
        (_words("Tokens per step"), _tokens_per_step(stats) if stats.drafted else ""),
        (_words("Gain by drafting"), formatting.factor(gain) if gain is not None else ""),
        (_words("Drafting"), formatting.drafting_pause(stats.draft_pause)),
        (_words("Fingerprint of the tokens"), stats.fnv1a64 or ""),
        (_words("Compared with versions"), _same_answer(message)),
        (_words("End"), formatting.ending(message.status, stats)),
    ]
    return tuple((name, value) for name, value in known if value)


def _settings(message: Message) -> list[tuple[str, str]]:
    snapshot = _read(message.settings_json)
    if snapshot is None:
        return []
    config, sampling = snapshot.config, snapshot.sampling
    decimals = option("temperature").decimals
    number = formatting.number(sampling.temperature, decimals)
    temperature = (_setting("Temperature"), number)
    if snapshot.endpoint:
        return [(_words("Answered by"), snapshot.endpoint), temperature]
    on, off = _words("on"), _words("off")
    switches = [
        (_setting(entry.label), on if getattr(config.toggles, entry.name) else off)
        for entry in REPLAY
    ]
    drafting = dict(option("speculation").choices).get(config.speculation.kind)
    return [
        *switches,
        (_setting("Draft tokens from"), _setting(drafting or config.speculation.kind)),
        temperature,
    ]


def _switches_off(message: Message) -> list[str]:
    snapshot = _read(message.settings_json)
    if snapshot is None or snapshot.endpoint:
        return []
    words = _words("%1 off")
    return [
        words.replace("%1", _setting(entry.label))
        for entry in REPLAY
        if not getattr(snapshot.config.toggles, entry.name)
    ]


def _same_answer(message: Message) -> str:
    """same answer as 1/3, 1.8× faster; "" if no version has the same tokens."""
    twin = message.twin
    if twin is None:
        return ""
    words = _words("same answer as %1/%2")
    same = words.replace("%1", str(twin.version)).replace("%2", str(message.num_versions))
    speed, other = message.stats.tok_s, twin.tok_s
    if not speed or not other or abs(speed / other - 1) < _SAME_SPEED:
        return same
    words = _words("%1, %2 faster") if speed > other else _words("%1, %2 slower")
    factor = formatting.factor(max(speed / other, other / speed))
    return words.replace("%1", same).replace("%2", factor)


@lru_cache(maxsize=256)
def _read(settings_json: str | None) -> _Snapshot | None:
    """What was set; None if nobody knows any more."""
    if not settings_json:
        return None
    try:
        return msgspec.json.decode(settings_json, type=_Snapshot)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return None


def _tokens_per_step(stats: AnswerStats) -> str:
    return _known(formatting.tokens_per_step(stats.new_tokens, stats.accepted))


def _by_depth(stats: AnswerStats) -> str:
    shares = (stats.accepted_by_depth or "").split()
    return _known(formatting.percentages([int(share) for share in shares if share.isdecimal()]))


def _known(text: str) -> str:
    return "" if text == formatting.UNKNOWN else text


def _words(text: str) -> str:
    return QCoreApplication.translate("Format", text)


def _setting(label: str) -> str:
    return QCoreApplication.translate("Settings", label)
