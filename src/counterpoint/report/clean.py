"""Text that any file may hold: without colours, and without control characters."""

from __future__ import annotations

import re

_COLOURS = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # such as ESC[31m
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"  # titles and links of terminals
    r"|\x1b[ -/]*[0-~]"
)
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
_HALVES = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    r"""The text without colours and control characters, and with plain ends of lines.

    Half of a character becomes U+FFFD, as XML and UTF-8 have none.

    >>> clean("\x1b[31mred\x1b[0m\x00\r\n"), clean("\ud800") == "\ufffd"
    ('red\n', True)
    """
    text = _CONTROLS.sub("", _COLOURS.sub("", text.replace("\r\n", "\n").replace("\r", "\n")))
    return _HALVES.sub("\ufffd", text)
