"""Sections of a list by day: today, yesterday, the week, then months."""

from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QCoreApplication, QDate, QLocale

_DAYS_OF_WEEK = 7


class Days:
    """Names the section of a moment, as seen at `now`. Quick for moments in order."""

    def __init__(self, now: datetime) -> None:
        self._now = now.astimezone()
        translate = QCoreApplication.translate
        self._named = (
            (self._start(0), translate("Days", "Today")),
            (self._start(1), translate("Days", "Yesterday")),
            (self._start(_DAYS_OF_WEEK), translate("Days", "Previous 7 days")),
        )
        self._last = (self._named[0][0], datetime.max.replace(tzinfo=UTC), self._named[0][1])

    def section(self, moment: datetime) -> str:
        """Today, Yesterday, Previous 7 days, November, December 2024."""
        start, end, _ = self._last
        if not start <= moment < end:
            self._last = self._find(moment)
        return self._last[2]

    def _find(self, moment: datetime) -> tuple[datetime, datetime, str]:
        end = datetime.max.replace(tzinfo=UTC)
        for start, name in self._named:
            if moment >= start:
                return start, end, name
            end = start
        local = moment.astimezone()
        first = datetime(local.year, local.month, 1).astimezone()
        after = datetime(local.year + local.month // 12, local.month % 12 + 1, 1).astimezone()
        return first.astimezone(UTC), min(end, after.astimezone(UTC)), self._month(first)

    def _month(self, first: datetime) -> str:
        if first.year == self._now.year:
            return QLocale().standaloneMonthName(first.month)
        # As QLocale has it; what is no M or y stays.
        pattern = QCoreApplication.translate("Days", "MMMM yyyy", "a month of another year")
        return QLocale().toString(QDate(first.year, first.month, 1), pattern)

    def _start(self, days_ago: int) -> datetime:
        day = self._now.date() - timedelta(days=days_ago)
        return datetime(day.year, day.month, day.day).astimezone().astimezone(UTC)
