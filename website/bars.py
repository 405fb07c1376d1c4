"""Bars in the code of tables: the repository's Markdown escapes them, MkDocs' does not.

GitHub ends a cell at each bar without a backslash. Python-Markdown keeps a bar in code, and shows
the backslash.
"""

from __future__ import annotations

import re

_FENCED = re.compile(r"^(```.*?^```)$", re.M | re.S)
_ROW = re.compile(r"^[ ]*\|.*$", re.M)
_CODE = re.compile(r"(?P<tick>`+)(?!`).*?(?<!`)(?P=tick)(?!`)")


def unescaped(markdown: str) -> str:
    r"""The text with bars as they are in the code of tables.

    >>> print(unescaped("| `a \\| b` | a \\| b |"))
    | `a | b` | a \| b |
    """
    parts = _FENCED.split(markdown)
    return "".join(
        part if number % 2 else _ROW.sub(lambda row: _in_code(row[0]), part)
        for number, part in enumerate(parts)
    )


def _in_code(row: str) -> str:
    return _CODE.sub(lambda code: code[0].replace("\\|", "|"), row)
