"""Numbers as a person reads them; what is not known is a dash, never zero."""

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QLocale

from app.viewmodels import formatting
from app.viewmodels.formatting import UNKNOWN


def test_numbers_that_are_not_known_are_dashes() -> None:
    shown = {
        formatting.count(None),
        formatting.rate(None),
        formatting.duration(None),
        formatting.size(None),
        formatting.share(None, 5),
        formatting.share(0, 0),
    }
    assert shown == {UNKNOWN}


def test_numbers_that_are_known() -> None:
    assert formatting.count(12345) == "12,345"
    assert formatting.rate(27.34) == "27.3 tok/s"
    assert formatting.rate(1234.5) in ("1,234 tok/s", "1,235 tok/s")
    assert formatting.duration(310.4) == "310 ms"
    assert formatting.duration(2400) == "2.4 s"
    assert formatting.size(98_400_000) == "98 MB"
    assert formatting.size(1_240_000_000) == "1.2 GB"
    assert formatting.share(31, 50) == "31 of 50 (62 %)"


def test_moments_are_as_short_as_they_can_be() -> None:
    now = datetime(2026, 11, 21, 14, 5).astimezone()
    assert formatting.moment(now.astimezone(UTC), now).replace("\u202f", " ") == "2:05 PM"
    assert formatting.moment(now - timedelta(days=1), now) == "Yesterday"
    assert formatting.moment(now - timedelta(days=9), now) == "12 Nov"
    assert formatting.moment(now - timedelta(days=400), now) == "17 Oct 2025"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (950, "950"),
        (1_240, "1.2k"),
        (34_000, "34k"),
        (8_030_000_000, "8.0B"),
        (None, formatting.UNKNOWN),
    ],
)
def test_short_counts(value: int | None, text: str) -> None:
    assert formatting.short_count(value) == text


@pytest.mark.parametrize(
    ("rate", "text"),
    [(23_400_000.0, "23.4 MB/s"), (512_000.0, "512 kB/s"), (None, formatting.UNKNOWN)],
)
def test_byte_rates(rate: float | None, text: str) -> None:
    assert formatting.byte_rate(rate) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.2, "1 s left"),
        (59.0, "59 s left"),
        (60.0, "1 min left"),
        (740.0, "12 min left"),
        (11_100.0, "3 h 5 min left"),
        (None, ""),
    ],
)
def test_time_left(seconds: float | None, text: str) -> None:
    assert formatting.time_left(seconds) == text


def test_one_token_is_no_plural() -> None:
    told = [formatting.tokens(1), formatting.tokens(1, is_exact=False), formatting.tokens(0)]
    assert told == ["1 token", "~1 token", "0 tokens"]
    assert formatting.tokens(12_345) == "12,345 tokens"


def test_a_tool_tip_is_text_whatever_it_looks_like() -> None:
    assert formatting.tool_tip("a & b\nc") == "a & b\nc"
    assert formatting.tool_tip('<img src="//host/x">') == (
        "<p style='white-space: pre-wrap'>&lt;img src=&quot;//host/x&quot;&gt;</p>"
    )


def test_a_line_runs_as_its_language_does_and_each_part_as_its_own() -> None:
    parts = ("Tiny", "", None, "2 MB من 3 MB")
    assert formatting.line(parts[:3]) == "Tiny"
    before = QLocale()
    QLocale.setDefault(QLocale("ar"))
    try:
        line = formatting.line(parts)
        assert formatting.line(("", None)) == ""
    finally:
        QLocale.setDefault(before)
    assert line == "\u200f\u2068Tiny\u2069 · \u20672 MB من 3 MB\u2069"
