"""The numbers of an answer as columns of its message."""

from dataclasses import astuple, fields

from app.domain import AnswerStats

STATS_COLUMNS = tuple(field.name for field in fields(AnswerStats))


def stats_values(stats: AnswerStats) -> list[object]:
    """The values of `STATS_COLUMNS`."""
    values = dict(zip(STATS_COLUMNS, astuple(stats), strict=True))
    # SQLite's signed integers cannot hold every 64-bit seed.
    values["seed"] = None if stats.seed is None else str(stats.seed)
    return list(values.values())
