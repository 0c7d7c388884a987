"""Addresses of databases: `sqlite:///FILE` (four slashes: an absolute path) or `postgresql://…`."""

from __future__ import annotations

import re

from storage.database import StorageError

FILE = "sqlite:///"
SERVER = ("postgresql://", "postgres://")


def on_server(url: str) -> bool:
    """Whether the address names a database of a PostgreSQL server."""
    return url.startswith(SERVER)


def path_of(url: str) -> str:
    """The file a `sqlite:///` address means. Raises `StorageError` for any other address."""
    if not url.startswith(FILE) or not url.removeprefix(FILE):
        raise StorageError(f"{url.partition(':')[0]}: only {FILE}FILE and {SERVER[0]}… are known")
    return url.removeprefix(FILE)


def shown(url: str) -> str:
    """The address for people: the file, or the server and its database without user, password and options."""
    if not on_server(url):
        return path_of(url)
    return re.sub("//.*@", "//", url).partition("?")[0]          # in this order: a password may have a ? in it
