"""The exception of operations on values, which do not know their place in a text."""

from __future__ import annotations


class Trouble(Exception):
    """An operation has no result for its operands; the message says why."""
