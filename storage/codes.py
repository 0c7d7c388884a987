"""Codes of tournaments: four letters to say aloud and to type on a phone."""

from __future__ import annotations

import secrets

from storage.database import Down, Steps, ask

ALPHABET = "CDFGHJKMNPQRTVWXY34679"
"""Nothing that looks like something else in a small font, no vowels and so no words."""

TRIES = 20


class Crowded(Down):
    """No free code was found, or other writers were first at every try. Nothing has been written."""


def new_code(wanted: str = "") -> Steps[str]:
    """A code that no tournament has; the wanted one if it is free."""
    chances = [wanted] if len(wanted) == 4 and set(wanted) <= set(ALPHABET) else []
    for code in (*chances, *("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(TRIES))):
        if not (yield ask("SELECT 1 FROM tournament WHERE code = ?", code)):
            return code
    raise Crowded("no free code was found")
