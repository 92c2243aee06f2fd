"""Matches, seats, orders, snapshots."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("title", sa.String(200), nullable=False, server_default=""),
        sa.Column("status", sa.String(300), nullable=False, server_default=""),
        sa.Column("over", sa.Boolean, nullable=False, server_default="0"),
    )
    op.create_table(
        "seats",
        sa.Column("match", sa.String(22), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("side", sa.String(20), nullable=False),
        sa.Column("player", sa.String(20), nullable=False),
        sa.Column("token", sa.String(64), nullable=False, index=True),
        sa.UniqueConstraint("match", "side"),
    )
    op.create_table(
        "orders",
        sa.Column("match", sa.String(22), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("actor", sa.String(20), nullable=False),
        sa.Column("order", sa.Text, nullable=False),
        sa.Column("client", sa.String(64)),
        sa.UniqueConstraint("match", "seq"),
        sa.UniqueConstraint("match", "client"),
    )
    op.create_table(
        "snapshots",
        sa.Column("match", sa.String(22), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("match"),
    )
