"""Who must answer after a row, so that a list of tables needs no rules; where a table's answers came from."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("log", sa.Column("next", sa.Integer))
    op.add_column("tables", sa.Column("origin", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    """Take them away again."""
    op.drop_column("tables", "origin")
    op.drop_column("log", "next")
