"""Do the readers of files, lists and scores take anything or refuse it, without a crash and without a wait?"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.parse import ruling, score
from engine import roster, trf
from engine.remarks import BadTrf
from tests.fuzzing import broken, survives


@settings(max_examples=600, deadline=2000)
@given(st.integers(min_value=0, max_value=2**40))
def test_files_lists_and_scores_with_a_few_letters_changed(seed: int) -> None:
    survives(*broken(seed))


@settings(max_examples=200, deadline=2000)
@given(st.binary(max_size=400))
def test_any_bytes_at_all(data: bytes) -> None:
    for read in (lambda: trf.read(trf.decode(data)), lambda: trf.read("001    1" + trf.decode(data)),
                 lambda: roster.read(trf.decode(data))):
        try:
            read()
        except BadTrf as bad:
            assert bad.remark.reason


@settings(max_examples=300, deadline=2000)
@given(st.text(max_size=30))
def test_any_words_as_a_score(typed: str) -> None:
    score(typed)
    ruling(typed)
