"""Parsing SMV into trees, with readable syntax errors."""

from .read import read_expression, read_text

__all__ = ["read_expression", "read_text"]
