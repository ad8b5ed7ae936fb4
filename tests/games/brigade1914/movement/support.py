"""Positions and answers that several tests of this chapter use."""

from __future__ import annotations

HERE = {"at": [1000, 4000], "tokens": 5}
