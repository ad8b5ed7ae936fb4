"""The railway gun of these tests."""

from __future__ import annotations

GUN = "SKM.b1"
