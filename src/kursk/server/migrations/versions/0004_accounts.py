"""Accounts that are a token to come to, mail, a delay for who watches, who said what."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("delay", sa.String(40), nullable=False, server_default=""))
    op.add_column("talk", sa.Column("who", sa.String(64), nullable=False, server_default=""))
    op.drop_table("browsers")  # nobody ever had an account of this kind
    op.drop_table("accounts")
    op.create_table(
        "accounts",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("shown", sa.String(40), nullable=False),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("how", sa.String(100), nullable=False),
        sa.Column("made", sa.Integer, nullable=False),
    )
    op.create_table(
        "mails",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("key", sa.String(22), nullable=False, unique=True),
        sa.Column("asked", sa.Integer, nullable=False),
        sa.Column("confirmed", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("ix_mails_address", "mails", ["address"])
    op.create_table(
        "unwanted",
        sa.Column("address", sa.String(64), primary_key=True),
        sa.Column("since", sa.Integer, nullable=False),
    )
