"""What a club chooses for a tournament."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from engine.model.outcome import Scoring


@dataclass(frozen=True, slots=True)
class Settings:
    """All the settings of a tournament. Spans of time are whole seconds."""

    title: str = ""
    game: str = "chess"
    system: str = "individual"
    rounds: int = 5
    scoring: Scoring = field(default_factory=Scoring)
    tiebreaks: tuple[str, ...] = ()          # empty: the law's list for the system
    unplayed: str = ""                       # empty: the law's policy for the system
    limit: int | None = None
    start: datetime | None = None
    closes: datetime | None = None           # from then on newcomers play from round 2; None: at the start
    approve: int | None = None               # None: a judge; else posted this long after the draft
    confirm: str = "opponent"                # opponent | none | judge
    settle: int = 600
    nudge: int = 1800
    judges: int = 2400
    cards: int = 300
    noshow: int = 600
    late: int | None = None                  # last round a newcomer may enter; None: the one before last
    byes: int = 0
    cycles: int = 1                          # round robin: how often everybody meets everybody
    ratings: bool = True
    colour: str = "lot"                      # lot | white | black
    seed: str | None = None                  # chosen by somebody: tests and demonstrations only (D1)
    noshow_policy: str = "pause"             # pause | withdraw | keep (draughts.md section 5, no. 5)
    handling: str = "fide-2026"
    contest: int = 86400
    rated: bool = True
    language: str = "en"
    zone: str = "UTC"
    tempo: str = ""                          # time control; see `engine.tempo` for how it is understood
    federation: str = ""                     # to whom a report goes: GER
    series: int = 0                          # the series it belongs to; 0: none. No key of /new
    pace: str = "evening"                    # evening: one round after the other | weekly: one each occurrence

    @property
    def last_entry(self) -> int:
        """The last round in which a newcomer may play his first game; 0: none after the start."""
        if self.late is not None:
            return self.late
        return self.rounds if self.weekly else self.rounds - 1

    @property
    def weekly(self) -> bool:
        """Whether every round has a vote, a draw and a deadline of its own; only a series calls rounds."""
        return self.pace == "weekly" and self.series != 0
