"""Constants as SMV writes them."""

from __future__ import annotations

from ..terms.sort import text_of_value


def text_of_constant(value: object) -> str:
    """The text of a value: truth values are in capitals, as in SMV.

    >>> text_of_constant(True), text_of_constant(3), text_of_constant("red")
    ('TRUE', '3', 'red')
    """
    return text_of_truth(value) if isinstance(value, bool) else text_of_value(value)


def text_of_truth(value: bool) -> str:
    """The text of a truth value.

    >>> text_of_truth(False)
    'FALSE'
    """
    return "TRUE" if value else "FALSE"
