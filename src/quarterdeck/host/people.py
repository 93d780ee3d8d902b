"""Who somebody is: a random key in a cookie or in `Authorization: Bearer`, which owns seats. Only digests are kept."""

from __future__ import annotations

import hashlib
import secrets

COOKIE = "quarterdeck"
YEAR = 365 * 24 * 3600


def new_key() -> str:
    """A key or invitation that nobody guesses."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """The id of a battle, which says nothing."""
    return secrets.token_hex(8)


def new_seed() -> str:
    """A seed for the dice of a battle that nobody guesses."""
    return secrets.token_hex(32)


def digest_of(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()
