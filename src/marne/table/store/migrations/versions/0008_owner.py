"""Who opened a table: the hash of a token of his own."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the column."""
    op.add_column("tables", sa.Column("owner", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("tables", "owner")
