"""Responses to requests for pending clusters (cluster launch control)."""

from __future__ import annotations

from typing import Final

RESPONSE_BYTES: Final = 16
"""The size and alignment of a response."""
