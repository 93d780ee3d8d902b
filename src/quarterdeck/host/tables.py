"""The tables in which the host keeps battles. Only inputs are kept, never states."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Column, Float, Integer, MetaData, String, Table, Text

METADATA = MetaData()

BATTLES = Table(
    "battles",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("system", String(100), nullable=False),
    Column("title", String(200), nullable=False),
    Column("scenario", JSON, nullable=False),
    Column("seats", JSON, nullable=False),
    Column("dice", String(10), nullable=False),
    Column("seed", String(100)),
    Column("header", Text),
    Column("taking_back", JSON),
    Column("outcome", JSON),
    Column("made", Float, nullable=False),
    Column("moved", Float, nullable=False),
)
"""One row a battle. `seats` lists who sits where, `header` is the first line of its record, once all seats are taken."""

INPUTS = Table(
    "inputs",
    METADATA,
    Column("battle", String(40), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("line", Text, nullable=False),
    Column("digest", String(64)),
    Column("tried", Integer, nullable=False, default=0),
)
"""The inputs of a battle in order, as records write them. The primary key refuses a second writer; one without its digest
has not been seen to work."""

REPLIES = Table(
    "replies",
    METADATA,
    Column("battle", String(40), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("rid", String(64), primary_key=True),
    Column("reply", JSON, nullable=False),
)
"""What was replied to each request that changed something: the same request gets the same reply for ever."""

DRAFTS = Table(
    "drafts",
    METADATA,
    Column("battle", String(40), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("question", String(40), primary_key=True),
    Column("rev", Integer, nullable=False),
    Column("k", Integer, nullable=False),
    Column("draft", JSON),
)
"""The latest draft of each open question, with the revision of its slate and the page's own count."""

DUES = Table(
    "dues",
    METADATA,
    Column("battle", String(40), primary_key=True),
    Column("slate", String(40), primary_key=True),
    Column("due", BigInteger, nullable=False),
)
"""Until when open slates have to be given, where there is a clock: Unix ms."""

OWNERS = Table(
    "owners",
    METADATA,
    Column("battle", String(40), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("holder", String(64), primary_key=True),
)
"""Who may act for a seat: digests of holders' keys."""

TOKENS = Table(
    "tokens",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("battle", String(40), nullable=False),
    Column("seat", String(40), nullable=False),
)
"""Invitations to seats that nobody has used yet, by their digests."""

DOCUMENTS = Table(
    "documents",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("holder", String(64), nullable=False, index=True),
    Column("system", String(100), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("title", String(200), nullable=False),
    Column("figure", String(200), nullable=False),
    Column("document", JSON, nullable=False),
    Column("moved", Float, nullable=False),
)
"""What somebody has made in a workshop and saved: a ship, a fleet, with its name and what it comes to."""
