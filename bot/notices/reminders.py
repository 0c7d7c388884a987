"""The reminder before a start, for who wishes one; and quiet hours, in which nothing rings.

In quiet hours messages come without a sound. A reminder waits for their end, and is not sent at all
if the event has begun by then: nobody is called to what is over (complaint E13).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.notices import buttons
from bot.notices.notice import Home, Notice
from bot.notices.view import View
from engine import votes
from engine.model import MemberId, Stage, Tournament
from storage.people import Wishes


def hushed(wishes: Wishes, moment: datetime, zone: str) -> bool:
    """Whether it is a quiet hour, by a clock of this zone."""
    if wishes.quiet is None:
        return False
    begins, ends = wishes.quiet
    hour = moment.astimezone(ZoneInfo(zone)).hour
    return begins <= hour < ends if begins < ends else hour >= begins or hour < ends


def softened(home: Home, now: datetime, notices: Iterable[Notice]) -> list[Notice]:
    """The notices as they come now: to who has quiet hours without a sound."""
    quiet = {chat for chat, wishes in home.wishes.items() if hushed(wishes, now, home.zone)}
    return [replace(notice, silent=True) if notice.chat in quiet else notice for notice in notices]


def reminded_at(wishes: Wishes, start: datetime, zone: str) -> datetime | None:
    """When somebody is reminded of this start; None: not at all."""
    at = start - timedelta(minutes=wishes.lead)
    if not wishes.private or not wishes.lead:
        return None
    if wishes.quiet is not None and hushed(wishes, at, zone):
        wall = at.astimezone(ZoneInfo(zone))
        end = wall.replace(hour=wishes.quiet[1], minute=0, second=0, microsecond=0, fold=0)
        at = (end if end > wall else end + timedelta(days=1)).astimezone(UTC)
    return at if at < start else None


def reminders(v: View) -> Iterator[Notice]:
    """Of the start that is ahead, of the event or of a week's round, to who is in; of one that is moved anew."""
    code, number = v.t.code, v.t.next_round
    for player, start, at in _due(v.t, v.home):
        if v.reaches(player) and at <= v.now < start:
            s = v.mine(player)
            key = "remind.start" if v.t.stage is Stage.ENTRY else "remind.round"
            out = (buttons.button(s, "leave", "leave", code) if v.t.stage is Stage.ENTRY
                   else buttons.button(s, "leave", "bye", code, number, 0))
            yield Notice(f"remind/{int(start.timestamp())}/{player}", v.home.accounts[player],
                         s(key, title=v.title, round=number, when=s.when(start, v.home.zone)),
                         ((out, buttons.button(s, "mine", "mine", code)),))


def moments(t: Tournament, home: Home) -> Iterator[datetime]:
    """When a reminder is due."""
    return (at for _, _, at in _due(t, home))


def _due(t: Tournament, home: Home) -> Iterator[tuple[MemberId, datetime, datetime]]:
    """Whom, of which start, when."""
    start = votes.starts(t)
    if start is None or not home.wishes:
        return
    for player in votes.answers(t, t.next_round).present:
        wishes = home.wishes.get(home.accounts.get(player, 0))
        at = reminded_at(wishes, start, home.zone) if wishes is not None else None
        if at is not None:
            yield player, start, at
