"""Judges' cards: where they go, and the one about the draft.

They go to the judges' chat, or in private to every judge who has pressed Start; if nobody can be
reached, or nobody answers, into the group, where they tell neither pairs nor claims.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.notices import boards, buttons
from bot.notices.notice import Buttons, Notice
from bot.notices.parts import Line, key_of, parts, text
from bot.notices.rounds import byes
from bot.notices.view import View
from bot.texts import Safe, Say
from engine import settings as spelling
from engine.cards import Card, cards
from engine.due import deadline
from engine.model import Draft, Stage, Standing
from engine.votes import few, starts


@dataclass(frozen=True, slots=True)
class Place:
    """A chat a card goes to; `public` is the group, where it says only what it is about."""

    chat: int
    say: Say
    topic: int | None = None
    public: bool = False


def places(v: View, card: str) -> list[Place]:
    """Where a card is shown now; more places the longer nobody answers it."""
    home, level = v.home, v.t.spread.get(card, 0)
    found = []
    if home.judges_chat is not None:
        found.append(Place(home.judges_chat, v.club))
    if home.judges_chat is None or level >= 1:
        found += [Place(home.accounts[judge], v.mine(judge)) for judge in home.judges if v.reaches(judge)]
    if not found or level >= 2:
        found.append(Place(home.chat, v.club, home.topic, public=True))
    return found


def judges_cards(v: View) -> Iterator[Notice]:
    """All cards judges should see now, in all their places."""
    draft = v.t.draft
    if draft is not None and draft.not_yet:          # waits, and keeps its card
        yield from _spread(v, Card(f"draft/{draft.round}.{draft.seq}", "draft", draft.at, draft.round, draft.seq))
    for card in cards(v.t):
        yield from _spread(v, card)
    if v.t.held and v.t.stage in (Stage.ENTRY, Stage.PLAYING):
        since = v.t.holds[-1][0]
        yield from _spread(v, Card(f"held/{len(v.t.holds)}", "held", since, v.t.next_round, 0))
    start = starts(v.t)
    if v.t.stage is Stage.ENTRY and start is not None and start <= v.now and few(v.t):
        yield from _spread(v, Card(f"few/{int(start.timestamp())}", "few", start, 1, 0))


def _spread(v: View, card: Card) -> Iterator[Notice]:
    for place in places(v, card.name):
        key = f"{card.name}@{place.chat}"
        s = place.say
        if place.public:
            yield Notice(key, place.chat, boards.public(v, s, card), _public_buttons(v, s, card), place.topic)
        else:
            yield from shown(v, s, card, place.chat)


def shown(v: View, s: Say, card: Card, chat: int) -> Iterator[Notice]:
    """A card with all it tells, for a chat of judges; a long draft has several parts, buttons below the last."""
    key = f"{card.name}@{chat}"
    if card.kind == "draft" and v.t.draft is not None:
        yield from _draft(v, s, v.t.draft, key, chat)
    else:
        words, rows = boards.CARDS[card.kind](v, s, card)
        yield Notice(key, chat, words, rows)


def _public_buttons(v: View, s: Say, card: Card) -> Buttons:
    see = buttons.see(v, s)
    if card.kind == "draft":
        return ((buttons.button(s, "approve", "approve", v.t.code, card.seq), see),)
    if card.kind == "held":
        return ((buttons.button(s, "resume", "resume", v.t.code), see),)
    return ((see,),)


def _draft(v: View, s: Say, draft: Draft, key: str, chat: int) -> Iterator[Notice]:
    lines = [s("draft.board" if draft.round > 1 else "board.open", n=n, white=v.short(white), black=v.short(black),
               first=v.score(white, draft.round - 1), second=v.score(black, draft.round - 1))
             for n, (white, black) in enumerate(draft.pairs, 1)]
    portions = parts([Line(line) for line in [*lines, *_under(v, s, draft)]])
    number = v.t.drafts[draft.seq][1]
    for place, portion in enumerate(portions):
        last = place == len(portions) - 1
        head = (text(s("draft.head", round=draft.round, number=number, title=v.title), *_since(v, s, draft))
                if place == 0 else s("draft.more", round=draft.round, number=number))
        yield Notice(key_of(key, place), chat, text(head, *portion, _what_next(v, s, draft) if last else ""),
                     _draft_buttons(v, s, draft) if last else ())


def _draft_buttons(v: View, s: Say, draft: Draft) -> Buttons:
    word, verb = ("again", "again") if draft.not_yet else ("not_yet", "later")
    about = (v.t.code, draft.seq)
    return ((buttons.button(s, "approve", "approve", *about), buttons.button(s, "swap", "swap", *about)),
            (buttons.button(s, "why", "why", *about), buttons.button(s, word, verb, *about)))


def _since(v: View, s: Say, draft: Draft) -> list[Safe]:
    """What dropped the draft before this one, and which boards are new since then."""
    old = v.t.dropped
    if not draft.because:
        return []
    lines = [s("draft.because", why=s(f"because.{draft.because}"))]
    if old is None:                                  # there was no legal draw before
        return lines
    new = [str(n) for n, pair in enumerate(draft.pairs, 1) if pair not in old.pairs]
    if new or draft.pab != old.pab:
        lines.append(s("draft.changed", boards=", ".join(new)) if new else s("draft.bye_changed"))
    else:
        lines.append(s("draft.same"))
    return lines


def _under(v: View, s: Say, draft: Draft) -> list[Safe]:
    """The bye, who misses the round, changes by hand, and warnings."""
    seated = {player for pair in draft.pairs for player in pair} | {draft.pab}
    missing = {p.id: p.byes.get(draft.round, 0) for p in v.t.entered() if p.id not in seated}
    free = [member for member in draft.order if member in missing]
    lines = byes(v, s, draft.pab, {member: missing[member] for member in missing if member not in free}, free)
    played = {player for game in v.t.rounds[-1].games for player in game.players} if v.t.rounds else set()
    gone = [player for player in played if v.t.players[player].standing is not Standing.IN]
    if gone:
        lines.append(s("draft.gone", names=v.shorts(sorted(gone))))
    for change in draft.changes:
        words = v.change(s, change)
        lines.append(words if change.fits else s("draft.misfit", change=words))
    if draft.round == 1:
        lines += [s(f"warning.{code}", n=n) for code, n in spelling.warnings(v.t.settings, len(draft.start_list))]
    silent = [v.short(p) for pair in draft.pairs for p in pair if p in v.home.accounts and not v.reaches(p)]
    if silent:
        lines.append(s("draft.silent", names=s.names(silent[:20]), n=len(silent)))
    return lines


def _what_next(v: View, s: Say, draft: Draft) -> Safe:
    if draft.not_yet:
        return s("draft.put_off")
    if v.t.settings.approve is not None and not v.t.held:
        return s("draft.by_time", time=v.clock(s, deadline(v.t, draft.at, v.t.settings.approve)))
    return s("draft.waits")
