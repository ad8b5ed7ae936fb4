"""Snapshots: a table's position and the head of its chain on the way, so that opening it plays few answers again."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("link", sa.String(64), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("data", sa.String(64), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("flags", sa.LargeBinary, nullable=False),
        sa.Column("verified", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("snapshots")
