"""The language in which a seat wants to be told that it is its move."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column."""
    op.add_column("seats", sa.Column("language", sa.String(10), nullable=False, server_default=""))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("seats", "language")
