"""Parsing LED texts, code between words for readers, into trees, with readable errors."""

from .read import read_expression, read_text

__all__ = ["read_expression", "read_text"]
