"""A mark of the question that each answer led to, so that a table can go on under newer rules."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column."""
    op.add_column("log", sa.Column("mark", sa.String(8)))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("log", "mark")
