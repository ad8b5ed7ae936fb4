"""Seats that only their holder recovers: the hash of a recovery word, when a seat was asked for; tables that are
closed; and the key with which a seat's page countersigns the end."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("seats", sa.Column("word", sa.String(64), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("asked", sa.Float, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("signer", sa.String(130), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("closed", sa.Float, nullable=False, server_default="0"))


def downgrade() -> None:
    """Take them away again."""
    op.drop_column("tables", "closed")
    for name in ("signer", "asked", "word"):
        op.drop_column("seats", name)
