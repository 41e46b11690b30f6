"""Verdicts and measurements in words."""

from PySide6.QtCore import QCoreApplication, QLocale

from app.viewmodels import formatting
from engine.comparison.measurement import Measurement
from engine.comparison.result import Comparison
from engine.comparison.verdict import SpeedVerdict, Verdict


def percent(share: float | None) -> str:
    """±4 %; below one percent with a decimal."""
    if share is None:
        return formatting.UNKNOWN
    decimals = 0 if share >= 0.01 else 1
    return f"±{QLocale().toString(100 * share, 'f', decimals)} %"


def speed(verdict: SpeedVerdict | None) -> str:
    """1.8× faster, 1.2× slower, or that nothing can be told."""
    if verdict is None:
        return _words("Too few runs to tell")
    if verdict.is_uncertain:
        return _words("No measurable difference: the runs vary too much")
    if not verdict.is_measurable:
        return _words("No measurable difference")
    if verdict.factor >= 1:
        return _words("%1 faster").replace("%1", formatting.factor(verdict.factor))
    return _words("%1 slower").replace("%1", formatting.factor(1 / verdict.factor))


def short_speed(verdict: SpeedVerdict | None) -> str:
    """The same in a table: a dash where nothing can be told."""
    return formatting.UNKNOWN if verdict is None or not verdict.is_measurable else speed(verdict)


def tokens(verdict: Verdict) -> str:
    """300 of 300 tokens identical, or from where they differ."""
    if not verdict.has_same_model:
        return _words("another model: tokens are not compared")
    if verdict.difference is None:
        words = _words("%1 of %1 tokens identical")
        return words.replace("%1", formatting.count(verdict.num_tokens))
    words = _words("differs from token %1 on")
    return words.replace("%1", formatting.count(verdict.difference + 1))


def recaptures(one: Measurement, other: Measurement) -> str:
    """0 against 412 recaptures."""
    words = _words("%1 against %2 recaptures")
    first, second = (formatting.count(each.last.recaptures) for each in (one, other))
    return words.replace("%1", first).replace("%2", second)


def runs(one: Measurement, other: Measurement) -> str:
    """median of 5, ±4 %."""
    spread = max(one.spread or 0.0, other.spread or 0.0)
    words = _words("median of %1, %2")
    return words.replace("%1", formatting.count(len(one.runs))).replace("%2", percent(spread))


def facts(comparison: Comparison, index: int, against: int) -> str:
    """What is told below the verdict on the speed, in one line."""
    one, other = comparison.measurements[index], comparison.measurements[against]
    verdict = comparison.verdict(index, against)
    return formatting.line((recaptures(one, other), tokens(verdict), runs(one, other)))


def reasoning(verdict: SpeedVerdict | None) -> str:
    """How the verdict was decided."""
    if verdict is None:
        return _words("At least two runs of each configuration are needed.")
    number = QLocale()
    words = _words(
        "With a confidence of 99 % the factor is between %1 and %2, from runs that took turns. A "
        "difference is measurable where that range excludes 1 and the factor is 1 % away from it."
    )
    low, high = (number.toString(min(each, 1e6), "f", 2) for each in (verdict.low, verdict.high))
    return words.replace("%1", low).replace("%2", high)


def effect(verdict: SpeedVerdict | None) -> str:
    """The last measured effect of a setting, on the model and device at hand."""
    if verdict is None or not verdict.is_measurable:
        return _words("Last measured: no measurable difference on this model and device")
    words = _words("Last measured: %1 on this model and device")
    return words.replace("%1", speed(verdict))


def _words(text: str) -> str:
    return QCoreApplication.translate("Comparison", text)
