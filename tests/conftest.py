"""What all tests share: the training game is known to the registry, as the games of the package are."""

from __future__ import annotations

from marne.engine import register

register("training", "training.game:GAME")
