"""The nouns of a tournament: results, players, games, rounds, settings, and who acts.

Everything here is frozen. Points are integers of *halves*: a win is 2, a draw 1, for
1-½-0 and for 2-1-0 alike; only `Scoring.unit` says how they are shown. Times are aware
datetimes handed down from outside; the engine never looks at a clock.
"""

from engine.model.actor import CLOCK, Actor, MemberId, Refused, Role
from engine.model.board import Absence, Game, Report
from engine.model.draw import Ban, Call, Change, Draft, NoDraw, Round, RoundRules, Way
from engine.model.outcome import Claim, Colour, Result, Scoring
from engine.model.settings import Settings
from engine.model.tournament import Player, Stage, Standing, Tournament

__all__ = [
    "CLOCK",
    "Absence",
    "Actor",
    "Ban",
    "Call",
    "Change",
    "Claim",
    "Colour",
    "Draft",
    "Game",
    "MemberId",
    "NoDraw",
    "Player",
    "Refused",
    "Report",
    "Result",
    "Role",
    "Round",
    "RoundRules",
    "Scoring",
    "Settings",
    "Stage",
    "Standing",
    "Tournament",
    "Way",
]
