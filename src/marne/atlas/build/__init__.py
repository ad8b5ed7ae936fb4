"""`marne atlas build`: makes the committed atlas, and the boards' files, from the ground. Needs the `atlas` extra."""

from .main import main

__all__ = ["main"]
