"""What each seat has bound itself to: the hash of its seed, the head of its hash chain and the number of its links."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("seats", sa.Column("commit", sa.String(64), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("chain", sa.String(64), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("links", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Take them away again."""
    for name in ("links", "chain", "commit"):
        op.drop_column("seats", name)
