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
    Column("delay", String(40), nullable=False, server_default=""),  # late.Delay, of who watches
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
    Column("standing", Text, nullable=False, server_default=""),  # seats.Answer as JSON
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

plans = Table(  # what bots have in mind
    "plans",
    metadata,
    of_match(),
    Column("seq", Integer, nullable=False),  # of the order that was given then
    Column("side", String(20), nullable=False),
    Column("note", Text, nullable=False),  # for the bot itself
    Column("thoughts", Text, nullable=False),  # thoughts.Thoughts as JSON; "": no plan was made
    UniqueConstraint("match", "seq"),
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
    Column("who", String(64), nullable=False, server_default=""),  # hashed
    UniqueConstraint("match", "number"),
)

asks = Table(  # to take orders back
    "asks",
    metadata,
    Column("match", String(22), ForeignKey("matches.id"), primary_key=True),
    Column("side", String(20), nullable=False),
    Column("back", Integer, nullable=False),  # the first order that would go
    Column("seq", Integer, nullable=False),  # the newest one when it was asked
)

# -- people who have an account, and mail ------------------------------------------------------

accounts = Table(
    "accounts",
    metadata,
    Column("name", String(40), primary_key=True),  # folded, so that Anna is anna
    Column("shown", String(40), nullable=False),  # as it was typed
    Column("token", String(64), nullable=False, unique=True),  # what its browsers say, hashed
    Column("how", String(100), nullable=False),  # that follows from the password: signing.How
    Column("made", Integer, nullable=False),
)

mails = Table(  # addresses that want to hear whose turn it is
    "mails",
    metadata,
    Column("owner", String(64), primary_key=True),  # the hashed token
    Column("address", String(254), nullable=False, index=True),
    Column("key", String(22), nullable=False, unique=True),  # not hashed: every letter tells it
    Column("asked", Integer, nullable=False),
    Column("confirmed", Integer, nullable=False, server_default="0"),
)

unwanted = Table(  # addresses that were named by somebody else, and said so
    "unwanted",
    metadata,
    Column("address", String(64), primary_key=True),  # hashed
    Column("since", Integer, nullable=False),
)
