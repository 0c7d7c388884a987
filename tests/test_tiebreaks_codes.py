"""Is every spelling of a tie-break read as what it is, and everything else refused with the reason?"""

from __future__ import annotations

import pytest

from engine.model import Refused, Settings
from engine.settings import parse as parse_setting
from engine.tiebreaks import DEFAULTS, FIGURES, POLICIES, ROBIN, UNDONE, BadCode, Code, figure, parse
from tests.crosstable import EXAMPLE, crosstable


@pytest.mark.parametrize(("text", "code", "spelled"), [
    ("BH", Code("BH"), "BH"), ("bh/c1", Code("BH", 1), "BH/C1"), ("BH-C2", Code("BH", 2), "BH/C2"),
    ("BH/M1", Code("BH", 1, 1), "BH/M1"), (" sb/C1/P ", Code("SB", 1, forfeits=True), "SB/C1/P"),
    ("AOB/F", Code("AOB", fore=True), "AOB/F"), ("KS/L+2", Code("KS", limit=2), "KS/L+2"),
    ("ks/l-1", Code("KS", limit=-1), "KS/L-1"), ("TPN/R", Code("TPN", reverse=True), "TPN/R"),
    ("GE", Code("REP"), "REP"), ("BH/C12/F/R", Code("BH", 12, fore=True, reverse=True), "BH/C12/F/R"),
    ("DE/P", Code("DE", forfeits=True), "DE/P"),
])
def test_spellings(text: str, code: Code, spelled: str) -> None:
    assert parse(text) == code
    assert str(code) == spelled
    assert parse(spelled) == code


@pytest.mark.parametrize(("text", "reason"), [
    ("", "not a tie-break"), ("XX", "unknown"), ("BH/C", "not a tie-break"), ("BH/C0", "not a tie-break"),
    ("BH C1", "not a tie-break"), ("BH/C1/C2", "not a tie-break"), ("BH:GP", "team"), ("EDE", "team"),
    ("OTHER_LUCK", "own making"), ("WIN/C1", "takes no /C"), ("SB/L+1", "takes no /L"), ("TPR/C1", "takes no /C"),
    ("WON/F", "takes no /F"), ("KS/K50", "team"), ("PS/M1", "takes no /M"), ("BH/\u0661", "not a tie-break"),
])
def test_refusals(text: str, reason: str) -> None:
    with pytest.raises(BadCode, match=reason) as no:
        parse(text)
    assert no.value.code == text


def test_the_table_is_whole() -> None:
    """Everything done is computed under every policy; what is not done says why."""
    table = crosstable(EXAMPLE)
    for code, line in FIGURES.items():
        assert str(parse(code)) == code and line.article and line.name
        assert set(line.policies) == {*POLICIES, ROBIN}
        for policy in line.policies:
            if line.how == "group":
                with pytest.raises(ValueError, match="no figure of a single player"):
                    figure(code, table, policy)
            else:
                assert figure(code, table, policy)
    assert not FIGURES.keys() & UNDONE.keys() and all(UNDONE.values())
    assert all(parse(code) for codes, _ in DEFAULTS.values() for code in codes)


def test_a_setting_is_refused_with_what_would_be_right() -> None:
    for text in ("BH,LUCK", "EDE", "BH/C", "WIN/C1"):
        with pytest.raises(Refused) as no:
            parse_setting(Settings(), "tiebreaks", text)
        assert no.value.code == "bad_setting" and no.value.details["allowed"] == "BH, BH/C1, SB, DE, WIN"
    assert parse_setting(Settings(), "tiebreaks", "bh-c1, sb,GE").tiebreaks == ("BH/C1", "SB", "REP")
    assert parse_setting(Settings(tiebreaks=("SB",)), "tiebreaks", "law").tiebreaks == ()
