"""Symbols and words of other languages, and what to write in TLA+."""

from __future__ import annotations

FOREIGN = {
    "&&": "and is written /\\ in TLA+",
    "||": "or is written \\/ in TLA+",
    "and": "and is written /\\ in TLA+",
    "or": "or is written \\/ in TLA+",
    "not": "not is written ~ in TLA+",
    "in": "membership is written \\in in TLA+",
    "!": "not is written ~ in TLA+, and unequal # or /=",
    ";": "nothing in TLA+ ends with a semicolon",
    "`": "a string stands between double quotes",
}
