"""Formats numbers and states for the user."""

import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from html import escape

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QTime

from app.domain import (
    ENDINGS,
    AnswerStats,
    Message,
    MessageStatus,
    scaled,
    scaled_size,
)
from app.services.languages import is_right_to_left

UNKNOWN = "\N{EN DASH}"
_STEP = 1000.0
_RIGHT_TO_LEFT, _FIRST_STRONG, _END_OF_ISOLATE = "\u2067", "\u2068", "\u2069"


def line(parts: Iterable[str | None]) -> str:
    """What there is of `parts`, one after the other: SmolLM2 · cpu · 98 MB."""
    known = [part for part in parts if part]
    if not known or not is_right_to_left():
        return " · ".join(known)
    # The line runs from right to left, and each part in its own direction.
    return "\u200f" + " · ".join(map(_isolated, known))


def keys(text: str) -> str:
    """Keys, like Ctrl+/, as part of a line: no letter around them turns their signs around."""
    return _isolated(text) if text and is_right_to_left() else text


def _isolated(part: str) -> str:
    """`part` as the window's language runs if it has a word of it, else as its first letter."""
    is_ours = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in part)
    return f"{_RIGHT_TO_LEFT if is_ours else _FIRST_STRONG}{part}{_END_OF_ISOLATE}"


def count(value: int | None) -> str:
    """12,345 in the user's locale."""
    return UNKNOWN if value is None else QLocale().toString(value)


def number(value: float, decimals: int, *, is_grouped: bool = True) -> str:
    """12,345 or 0.70 in the user's locale; a number that names something is not grouped."""
    locale = QLocale()
    if not is_grouped:
        locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    return locale.toString(float(value), "f", decimals)


def tokens(value: int, *, is_exact: bool = True) -> str:
    """12,345 tokens, or 1 token; ~310 tokens where nothing counted them."""
    if value == 1:
        words = QCoreApplication.translate("Format", "%1 token")
    else:
        words = QCoreApplication.translate("Format", "%1 tokens")
    return words.replace("%1", ("" if is_exact else "~") + count(value))


def rate(tokens_per_second: float | None) -> str:
    """27.3 tok/s; whole numbers from 100 on."""
    if tokens_per_second is None:
        return UNKNOWN
    decimals = 1 if tokens_per_second < 100 else 0
    number = QLocale().toString(tokens_per_second, "f", decimals)
    return QCoreApplication.translate("Format", "%1 tok/s").replace("%1", number)


def factor(value: float) -> str:
    """1.08×, 1.8×, 12×."""
    decimals = 0 if value >= 10 else 1 if value >= 1.2 else 2
    return QLocale().toString(value, "f", decimals) + "\N{MULTIPLICATION SIGN}"


def recaptures(value: int) -> str:
    """29 recaptures."""
    if value == 1:
        return QCoreApplication.translate("Format", "1 recapture")
    return plural("Format", "%n recaptures", value)


def plural(context: str, text: str, number: int) -> str:
    """`text` with `number` for %n, in the form that the language has for that number."""
    return QCoreApplication.translate(context, text, "", number)


def duration(milliseconds: float | None) -> str:
    """310 ms, or 2.4 s from one second on."""
    if milliseconds is None:
        return UNKNOWN
    if milliseconds < _STEP:
        return f"{milliseconds:.0f} ms"
    return QLocale().toString(milliseconds / _STEP, "f", 1) + " s"


def size(num_bytes: int | None) -> str:
    """98 MB, 1.2 GB in the user's locale."""
    if num_bytes is None:
        return UNKNOWN
    amount, decimals, unit = scaled_size(num_bytes)
    return f"{QLocale().toString(float(amount), 'f', decimals)} {unit}"


def short_count(value: int | None) -> str:
    """1.2M, 34k, 950: a rounded count."""
    if value is None:
        return UNKNOWN
    amount, unit = scaled(value, ("", "k", "M", "B", "T"))
    decimals = 1 if unit and amount < 10 else 0
    return QLocale().toString(float(amount), "f", decimals) + unit


def parameters(value: int | None) -> str:
    """8B, 1.7B, 135M parameters; "" if unknown."""
    if value is None:
        return ""
    words = QCoreApplication.translate("Format", "%1 parameters")
    return words.replace("%1", short_count(value))


def byte_rate(bytes_per_second: float | None) -> str:
    """23.4 MB/s."""
    if bytes_per_second is None:
        return UNKNOWN
    if bytes_per_second >= _STEP**2:
        return QLocale().toString(bytes_per_second / _STEP**2, "f", 1) + " MB/s"
    return QLocale().toString(bytes_per_second / _STEP, "f", 0) + " kB/s"


def time_left(seconds: float | None) -> str:
    """40 s left, 12 min left, 3 h 5 min left; "" if unknown."""
    if seconds is None:
        return ""
    if seconds < 60:
        words = QCoreApplication.translate("Format", "%1 s left")
        return words.replace("%1", str(max(1, round(seconds))))
    minutes = round(seconds / 60)
    if minutes < 60:
        words = QCoreApplication.translate("Format", "%1 min left")
        return words.replace("%1", str(minutes))
    words = QCoreApplication.translate("Format", "%1 h %2 min left")
    return words.replace("%1", count(minutes // 60)).replace("%2", str(minutes % 60))


def context_length(num_tokens: int) -> str:
    """context 4,096 (tokens)."""
    words = QCoreApplication.translate("Format", "context %1")
    return words.replace("%1", count(num_tokens))


def share(part: int | None, whole: int | None) -> str:
    """31 of 50 (62 %)."""
    if part is None or whole is None or whole == 0:
        return UNKNOWN
    words = QCoreApplication.translate("Format", "%1 of %2 (%3 %)")
    percent = f"{100 * part / whole:.0f}"
    return words.replace("%1", count(part)).replace("%2", count(whole)).replace("%3", percent)


def tokens_per_step(new_tokens: int | None, accepted: int | None) -> str:
    """1.8: the tokens of an answer by its steps."""
    num_steps = (new_tokens or 0) - (accepted or 0)
    if not new_tokens or num_steps < 1:
        return UNKNOWN
    return QLocale().toString(new_tokens / num_steps, "f", 1)


def shares(parts: Sequence[int], wholes: Sequence[int]) -> tuple[int, ...]:
    """The percentage of each part of its whole."""
    pairs = zip(parts, wholes, strict=False)
    return tuple(round(100 * part / whole) for part, whole in pairs if whole)


def percentages(values: Sequence[int]) -> str:
    """92 · 81 · 70 %."""
    if not values:
        return UNKNOWN
    words = QCoreApplication.translate("Format", "%1 %")
    return words.replace("%1", line(count(value) for value in values))


def drafter(kind: str | None) -> str:
    """What drafts, a `DrafterKind`, in the words of the window; "" for nothing.

    Names of methods are the same in all languages.
    """
    words = {
        "draft model": QCoreApplication.translate("Drafter", "Draft model"),
        "prediction head": QCoreApplication.translate("Drafter", "Prediction head"),
        "Gemma 4 assistant": QCoreApplication.translate("Drafter", "Gemma 4 assistant"),
    }
    return words.get(kind or "", kind or "")


def drafting_pause(reason: str | None) -> str:
    """Why drafting pauses, in a sentence; "" if it does not, or nobody knows."""
    match reason:
        case "loss":
            return QCoreApplication.translate(
                "Meter", "Drafting pauses: checking drafts takes longer than they save."
            )
        case "reading":
            return QCoreApplication.translate(
                "Meter",
                "Drafting pauses: the draft model would have to read the chat first, which takes "
                "longer than it saves.",
            )
        case "nothing":
            return QCoreApplication.translate("Meter", "No drafts: nothing repeats so far.")
        case _:
            return ""


def moment(time: datetime, now: datetime) -> str:
    """14:05 today, "Yesterday", else the day."""
    local, today = time.astimezone(), now.astimezone().date()
    if local.date() == today:
        return QLocale().toString(QTime(local.hour, local.minute), QLocale.FormatType.ShortFormat)
    if local.date() == today - timedelta(days=1):
        return QCoreApplication.translate("Format", "Yesterday")
    pattern = "d MMM" if local.year == today.year else "d MMM yyyy"
    return QLocale().toString(QDate(local.year, local.month, local.day), pattern)


def tool_tip(text: str) -> str:
    """Escape `text` for a tool tip, which would render HTML and open files that it names."""
    return f"<p style='white-space: pre-wrap'>{escape(text)}</p>" if "<" in text else text


def thinking_label(message: Message) -> str:
    """The heading of an answer's reasoning: that it thinks, or for how long it thought."""
    has_more = bool(message.text or message.tool_uses)
    if message.status is MessageStatus.STREAMING and not has_more:
        return QCoreApplication.translate("Format", "Thinking…")
    milliseconds = message.stats.thinking_ms
    if not has_more:
        words = QCoreApplication.translate("Format", "Stopped while thinking")
        timed = QCoreApplication.translate("Format", "Stopped after thinking for %1")
    else:
        words = QCoreApplication.translate("Format", "Thoughts")
        timed = QCoreApplication.translate("Format", "Thought for %1")
    return words if milliseconds is None else timed.replace("%1", _thinking_time(milliseconds))


def _thinking_time(milliseconds: float) -> str:
    """0.4 s, 12 s, 2 min 5 s."""
    seconds = milliseconds / _STEP
    if seconds < 9.95:
        return QLocale().toString(seconds, "f", 1) + " s"
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest} s"
    words = QCoreApplication.translate("Format", "%1 min %2 s")
    return words.replace("%1", count(minutes)).replace("%2", str(rest))


def ending(status: MessageStatus, stats: AnswerStats) -> str:
    """Why an answer ended early, "" if it did not."""
    if status is MessageStatus.FAILED:
        return QCoreApplication.translate("Format", "failed")
    reason = "cancelled" if status is MessageStatus.STOPPED else stats.finish_reason
    if reason in ENDINGS:
        return QCoreApplication.translate("Format", ENDINGS[reason])
    if status is MessageStatus.PARTIAL:
        return QCoreApplication.translate("Format", "cut short")
    return ""
