"""A hash chain over every row of a log, and the rules and data that it began with."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("log", sa.Column("link", sa.String(64), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("began", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    """Take them away again."""
    op.drop_column("tables", "began")
    op.drop_column("log", "link")
