"""Ears and voice. Knows Telegram; knows no rules."""

__version__ = "0.1.0"
