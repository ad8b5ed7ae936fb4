"""The games. Each is imported when first asked for; none knows another."""

from marne.engine import register

register("schlieffens_war", "marne.games.schlieffens_war.game:GAME")
register("grand_illusion", "marne.games.grand_illusion.game:GAME")
