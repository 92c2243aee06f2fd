"""The tables of the store. What is secret to a person is kept as its hash."""

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()


def of_match() -> Column[str]:
    return Column("match", String(22), ForeignKey("matches.id"), nullable=False)


# Times are seconds since 1970, by the server's clock; 0: never.

matches = Table(
    "matches",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("number", Integer, nullable=False),  # the order in which they were begun
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("start", Text, nullable=False),  # match.Start as JSON
    Column("secret", String(64), nullable=False),  # of the dice
    Column("title", String(200), nullable=False, server_default=""),
    Column("status", String(300), nullable=False, server_default=""),  # for the list of games
    Column("over", Boolean, nullable=False, server_default="0"),
    Column("host", String(64), nullable=False, server_default=""),  # who began it, hashed
    Column("next", String(22), nullable=False, server_default=""),  # the match played after it
    Column("terms", Text, nullable=False, server_default=""),  # terms.Terms as JSON
    Column("begun", Integer, nullable=False, server_default="0"),  # when its clock began to run
    Column("due", Integer, nullable=False, server_default="0", index=True),  # when a clock ends
)

seats = Table(
    "seats",
    metadata,
    of_match(),
    Column("side", String(20), nullable=False),
    Column("player", String(20), nullable=False),  # "human" or the name of a bot
    Column("token", String(64), nullable=False, index=True),  # hashed; empty: nobody sits there
    Column("name", String(40), nullable=False, server_default=""),
    Column("since", Integer, nullable=False, server_default="0"),
    Column("leave", Integer, nullable=False, server_default="0"),  # a holiday, until
    Column("rested", Integer, nullable=False, server_default="0"),  # days of holiday so far
    Column("notices", Text, nullable=False, server_default=""),  # notices.Wanted as JSON
    UniqueConstraint("match", "side"),
)

orders = Table(
    "orders",
    metadata,
    of_match(),
    Column("seq", Integer, nullable=False),
    Column("actor", String(20), nullable=False),
    Column("order", Text, nullable=False),
    Column("client", String(64)),  # side and the sender's own id of the order, to apply it once
    Column("at", Integer, nullable=False, server_default="0"),
    UniqueConstraint("match", "seq"),
    UniqueConstraint("match", "client"),
)

links = Table(
    "links",
    metadata,
    Column("hash", String(64), primary_key=True),
    of_match(),
    Column("side", String(20), nullable=False),  # "": to watch
    Column("made", Integer, nullable=False),
    Column("used", Integer, nullable=False, server_default="0"),
    Column("gone", Integer, nullable=False, server_default="0"),  # taken back
)

watchers = Table(
    "watchers",
    metadata,
    of_match(),
    Column("token", String(64), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("since", Integer, nullable=False),
    UniqueConstraint("match", "token"),
)

talk = Table(
    "talk",
    metadata,
    of_match(),
    Column("number", Integer, nullable=False),
    Column("side", String(20), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Integer, nullable=False),
    UniqueConstraint("match", "number"),
)

asks = Table(  # to take orders back
    "asks",
    metadata,
    Column("match", String(22), ForeignKey("matches.id"), primary_key=True),
    Column("side", String(20), nullable=False),
    Column("back", Integer, nullable=False),  # the last order that would stand
    Column("seq", Integer, nullable=False),  # the newest one when it was asked
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("name", String(40), nullable=False, unique=True),
    Column("password", String(200), nullable=False),  # argon2
    Column("made", Integer, nullable=False),
)

browsers = Table(  # of people who have an account
    "browsers",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("account", String(22), ForeignKey("accounts.id"), nullable=False, index=True),
)
