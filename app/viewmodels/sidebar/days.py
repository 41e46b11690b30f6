"""Sections of a list by day: today, yesterday, the week, then months."""

from datetime import datetime, timedelta

from PySide6.QtCore import QCoreApplication, QLocale

_DAYS_OF_WEEK = 7


class Days:
    """Names the section of a moment, as seen at `now`."""

    def __init__(self, now: datetime) -> None:
        local = now.astimezone()
        self._year = local.year
        self._months: dict[tuple[int, int], str] = {}
        today = datetime.combine(local.date(), datetime.min.time()).astimezone()
        yesterday = datetime.combine(local.date() - timedelta(days=1), datetime.min.time())
        week = datetime.combine(local.date() - timedelta(days=_DAYS_OF_WEEK), datetime.min.time())
        translate = QCoreApplication.translate
        self._named = (
            (today, translate("Days", "Today")),
            (yesterday.astimezone(), translate("Days", "Yesterday")),
            (week.astimezone(), translate("Days", "Previous 7 days")),
        )

    def section(self, moment: datetime) -> str:
        """Today, Yesterday, Previous 7 days, November, December 2024."""
        for start, name in self._named:
            if moment >= start:
                return name
        local = moment.astimezone()
        key = local.year, local.month
        if key not in self._months:
            month = QLocale().standaloneMonthName(local.month)
            self._months[key] = month if local.year == self._year else f"{month} {local.year}"
        return self._months[key]
