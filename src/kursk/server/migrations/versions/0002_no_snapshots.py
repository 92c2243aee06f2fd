"""The log alone: a game is played again faster than a snapshot of it can be trusted."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if sa.inspect(op.get_bind()).has_table("snapshots"):
        op.drop_table("snapshots")
