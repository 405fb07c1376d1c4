"""What goes wrong with values, before it is known where in a text."""

from __future__ import annotations


class Trouble(Exception):
    """An operation has no result for what it is given; the text says why."""
