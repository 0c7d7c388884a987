"""The weekly calendar of a club: on which days, and at which moment the clock on its wall shows an hour.

Pure: the zone is handed in, and nothing here asks what time it is. Moments are aware, in UTC. A wall
clock is put forward and back twice a year in many places: a minute it leaves out becomes the next one
it shows, and of a minute it shows twice the first is meant. So everything happens once, in its order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

DAY = 1440
"""Minutes of a day on the wall."""

WEEK = timedelta(days=7)


def moment(wall: datetime, zone: tzinfo) -> datetime:
    """When the wall clock of the zone shows this (a datetime without zone, of whole minutes)."""
    while True:
        found = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
        if found.astimezone(zone).replace(tzinfo=None) == wall:
            return found
        wall += timedelta(minutes=1)           # left out: the clock was put forward over it


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One week of a series, known by its `day` even if it has been moved: opens ≤ closes ≤ starts."""

    day: date
    opens: datetime
    closes: datetime
    starts: datetime


@dataclass(frozen=True, slots=True)
class Rhythm:
    """Every `weekday` (Monday is 0) at `minute` of the day; entry from `opens` to `closes` minutes before that.

    The minutes before are those of the wall clock: "a day before" is the same hour of the day before,
    also where that day has 23 or 25 hours.
    """

    weekday: int
    minute: int
    opens: int
    closes: int = 0

    def start_on(self, day: date) -> datetime:
        """What the wall shows at the start on this day, as it is usually."""
        return datetime.combine(day, time()) + timedelta(minutes=self.minute)

    def on(self, day: date, zone: tzinfo, moved: datetime | None = None) -> Occurrence:
        """The occurrence of this day; `moved` is what the wall shows at its start if not the usual."""
        start = moved or self.start_on(day)
        return Occurrence(day, *(moment(start - timedelta(minutes=before), zone)
                                 for before in (max(self.opens, self.closes), self.closes, 0)))

    def days(self, first: date) -> Iterator[date]:
        """Its days from `first` on, for ever."""
        day = first + timedelta(days=(self.weekday - first.weekday()) % 7)
        while True:
            yield day
            day += WEEK
