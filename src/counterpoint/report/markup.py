"""Texts of others inside markup: escaped, and without what no document may contain."""

from __future__ import annotations

import re
from html import escape

_UNWRITABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document may contain, not even escaped."""


def writable(text: str) -> str:
    """A text with U+FFFD in place of the characters that XML forbids.

    >>> writable("a" + chr(0) + chr(0xD800)) == "a" + 2 * chr(0xFFFD)
    True
    """
    return _UNWRITABLE.sub("\ufffd", text)


def escaped(text: str) -> str:
    """A text escaped for XML and HTML, also between quotation marks.

    >>> escaped('<b title="&">')
    '&lt;b title=&quot;&amp;&quot;&gt;'
    """
    return escape(writable(text))
