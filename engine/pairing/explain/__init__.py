"""Why this pair, why the bye: the reasons of a draw chosen for one question and put together, still as data.

`draw.reasons` tell the whole procedure in order. Here those are taken that answer a question; many of a
kind become one (`Tried`, `Stayed`, `Passed`, `Pairs`), and what they do not hold is added: in which round
two have met, from which list of section 8 an opponent came, the colours so far, the system's own article.
Players are start numbers, points halves; `code` and the one word of `why`, `order` or `rule` name the text.
"""

from engine.pairing.explain.boards import about_board
from engine.pairing.explain.byes import about_bye
from engine.pairing.explain.groups import meeting
from engine.pairing.explain.laws import classified
from engine.pairing.explain.overview import overview
from engine.pairing.explain.told import (
    Avoided,
    Chosen,
    Classified,
    Coefficients,
    History,
    InGroup,
    Met,
    Pairs,
    Passed,
    Stayed,
    Told,
    Tried,
)

__all__ = [
    "Avoided", "Chosen", "Classified", "Coefficients", "History", "InGroup", "Met", "Pairs", "Passed", "Stayed",
    "Told", "Tried", "about_board", "about_bye", "classified", "meeting", "overview",
]
