"""In which zone a club may be: guessed from the languages that are spoken there, to be chosen with one tap."""

from __future__ import annotations

UNSET = "UTC"
"""The zone of a club that has never been asked for one."""

SPOKEN = {
    "ru": ("Europe/Moscow", "Europe/Kaliningrad", "Europe/Samara", "Asia/Yekaterinburg", "Asia/Omsk",
           "Asia/Krasnoyarsk", "Asia/Irkutsk", "Asia/Vladivostok", "Europe/Minsk", "Asia/Almaty"),
    "uk": ("Europe/Kyiv",), "be": ("Europe/Minsk",), "kk": ("Asia/Almaty",), "hy": ("Asia/Yerevan",),
    "de": ("Europe/Berlin", "Europe/Vienna", "Europe/Zurich"), "nl": ("Europe/Amsterdam",), "fr": ("Europe/Paris",),
    "es": ("Europe/Madrid", "America/Mexico_City", "America/Bogota", "America/Argentina/Buenos_Aires"),
    "it": ("Europe/Rome",), "pl": ("Europe/Warsaw",), "pt": ("Europe/Lisbon", "America/Sao_Paulo"),
    "tr": ("Europe/Istanbul",), "ne": ("Asia/Kathmandu",), "hi": ("Asia/Kolkata",), "he": ("Asia/Jerusalem",),
}
"""Language -> where people live who speak it; the likeliest first."""

ELSEWHERE = ("Europe/London", "Europe/Berlin", "Europe/Moscow", "America/New_York", "America/Chicago",
             "America/Denver", "America/Los_Angeles", "Asia/Kolkata", "Australia/Sydney", "UTC")
MOST = 12


def likely(*languages: str | None) -> list[str]:
    """The zones to offer for these languages (`ru`, `en-GB`), those of the first one first."""
    known = [zone for language in languages for zone in SPOKEN.get((language or "").split("-")[0], ())]
    return list(dict.fromkeys((*known, *ELSEWHERE)))[:MOST]
