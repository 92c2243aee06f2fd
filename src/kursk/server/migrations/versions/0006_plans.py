"""What bots have in mind."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "plans",
        sa.Column("match", sa.String(22), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("side", sa.String(20), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("thoughts", sa.Text, nullable=False),
        sa.UniqueConstraint("match", "seq"),
    )
