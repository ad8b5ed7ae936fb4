"""What a computer seat thought last: its run of answers and its memo."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column."""
    op.add_column("seats", sa.Column("mind", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("seats", "mind")
