"""Does every fact survive the disk, and does the codec say clearly what it cannot read?"""

import json
from dataclasses import MISSING, fields
from datetime import UTC, datetime
from typing import get_args

import pytest

from engine import codec
from engine import facts as f
from engine.model import MemberId, Result, Scoring, Settings

A, B = MemberId(1), MemberId(2)

SAMPLES = {
    "Opened": f.Opened(Settings(title="Thursday", limit=24, start=datetime(2026, 12, 3, 18, tzinfo=UTC),
                                scoring=Scoring(unit=1), tiebreaks=("BH",), series=3, pace="weekly",
                                closes=datetime(2026, 12, 3, 17, tzinfo=UTC))),
    "Called": f.Called(5, *(datetime(2026, 12, day, 18, tzinfo=UTC) for day in (3, 4, 9))),
    "Drafted": f.Drafted(2, ((A, B),), None, (A, B), (B, A), seed="00ff", misfits=(4,)),
    "Ruled": f.Ruled(1, A, Result.WHITE_BY_FORFEIT, "went home"),
    "Reported": f.Reported(1, A, Result.DRAW),
    "Undone": f.Undone((3, 9)),
    "Forced": f.Forced(3, A, B, False, "regulations"),
}


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_fact_is_read_back_as_it_was_written(name: str) -> None:
    kind, body = codec.encode(SAMPLES[name])
    assert kind == name
    assert codec.decode(kind, body) == SAMPLES[name]


@pytest.mark.parametrize("kind", get_args(f.Fact))
def test_every_kind_is_known_to_the_codec(kind: type) -> None:
    assert codec.KINDS[kind.__name__] is kind
    assert kind.__doc__
    needed = [field.name for field in fields(kind) if field.default is MISSING]
    with pytest.raises(codec.BadFact) if needed else _nothing():
        codec.decode(kind.__name__, "{}")


class _nothing:
    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None


def test_defaults_are_left_out_and_come_back() -> None:
    assert codec.encode(f.Ruled(1, A, None)) == ("Ruled", '{"round":1,"player":1,"result":null}')
    assert codec.decode("Ruled", '{"round":1,"player":1,"result":null}') == f.Ruled(1, A, None)


@pytest.mark.parametrize(("kind", "body", "said"), [
    ("Nothing", "{}", "unknown kind"),
    ("Left", "[]", "not an object"),
    ("Left", "{", "not JSON"),
    ("Left", '{"player":"x"}', "Left.player"),
    ("Left", '{"player":true}', "Left.player"),
    ("Left", '{"player":1,"why":2}', "unknown why"),
    ("Reported", '{"round":1,"side":1,"result":"2-2"}', "Reported.result"),
    ("Drafted", '{"round":1,"pairs":[[1]],"pab":null,"start_list":[],"order":[]}', "2 values"),
])
def test_what_does_not_fit_is_named(kind: str, body: str, said: str) -> None:
    with pytest.raises(codec.BadFact, match=said.replace("(", r"\(")):
        codec.decode(kind, body)


def test_an_opening_of_before_there_were_series_is_read() -> None:
    kind, body = codec.encode(f.Opened(Settings()))
    older = json.loads(body)
    for new in ("series", "closes", "pace"):
        del older["settings"][new]
    assert codec.decode(kind, json.dumps(older)) == f.Opened(Settings())
