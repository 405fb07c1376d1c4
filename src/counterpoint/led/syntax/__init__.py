"""From literate text to trees: where the code is, its grammar, and what is said of mistakes."""

from .read import read_expression, read_text

__all__ = ["read_expression", "read_text"]
