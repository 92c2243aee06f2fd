"""Seats by link, watchers, talk, clocks, accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def text(name: str, size: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(size), nullable=False, server_default="")


def number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False, server_default="0")


def of_match() -> sa.Column[str]:
    return sa.Column("match", sa.String(22), sa.ForeignKey("matches.id"), nullable=False)


def upgrade() -> None:
    long = sa.Column("terms", sa.Text, nullable=False, server_default="")
    for column in (text("host", 64), text("next", 22), long, number("begun"), number("due")):
        op.add_column("matches", column)
    op.create_index("ix_matches_due", "matches", ["due"])
    wanted = sa.Column("notices", sa.Text, nullable=False, server_default="")
    for column in (text("name", 40), number("since"), number("leave"), number("rested"), wanted):
        op.add_column("seats", column)
    op.add_column("orders", number("at"))
    op.create_table(
        "links",
        sa.Column("hash", sa.String(64), primary_key=True),
        of_match(),
        sa.Column("side", sa.String(20), nullable=False),
        sa.Column("made", sa.Integer, nullable=False),
        number("used"),
        number("gone"),
    )
    op.create_table(
        "watchers",
        of_match(),
        sa.Column("token", sa.String(64), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.UniqueConstraint("match", "token"),
    )
    op.create_table(
        "talk",
        of_match(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("side", sa.String(20), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.UniqueConstraint("match", "number"),
    )
    op.create_table(
        "asks",
        sa.Column("match", sa.String(22), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("side", sa.String(20), nullable=False),
        sa.Column("back", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
    )
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False, unique=True),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("made", sa.Integer, nullable=False),
    )
    op.create_table(
        "browsers",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(22), sa.ForeignKey("accounts.id"), nullable=False),
    )
    op.create_index("ix_browsers_account", "browsers", ["account"])
