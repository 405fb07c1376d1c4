"""Names for an SMV text: legal, different from each other, and as like the given ones as can be."""

from __future__ import annotations

import re
from collections.abc import Hashable

from ...terms.sort import text_of_value

_WORDS = frozenset(
    [
        "MODULE",
        "DEFINE",
        "MDEFINE",
        "CONSTANTS",
        "VAR",
        "IVAR",
        "FROZENVAR",
        "INIT",
        "TRANS",
        "INVAR",
        "SPEC",
        "CTLSPEC",
        "LTLSPEC",
        "PSLSPEC",
        "COMPUTE",
        "NAME",
        "INVARSPEC",
        "FAIRNESS",
        "JUSTICE",
        "COMPASSION",
        "ISA",
        "ASSIGN",
        "CONSTRAINT",
        "SIMPWFF",
        "CTLWFF",
        "LTLWFF",
        "PSLWFF",
        "COMPWFF",
        "IN",
        "MIN",
        "MAX",
        "MIRROR",
        "PRED",
        "PREDICATES",
        "FUN",
        "ITYPE",
        "NEXTWFF",
        "COMPID",
        "READ",
        "WRITE",
        "process",
        "array",
        "of",
        "boolean",
        "integer",
        "real",
        "word",
        "Word",
        "word1",
        "bool",
        "signed",
        "unsigned",
        "extend",
        "resize",
        "sizeof",
        "uwconst",
        "swconst",
        "toint",
        "EX",
        "AX",
        "EF",
        "AF",
        "EG",
        "AG",
        "E",
        "F",
        "O",
        "G",
        "H",
        "X",
        "Y",
        "Z",
        "A",
        "U",
        "S",
        "V",
        "T",
        "BU",
        "EBF",
        "ABF",
        "EBG",
        "ABG",
        "case",
        "esac",
        "mod",
        "next",
        "init",
        "union",
        "in",
        "xor",
        "xnor",
        "self",
        "TRUE",
        "FALSE",
        "count",
        "abs",
        "max",
        "min",
        "typeof",
        "CONSTARRAY",
        "main",
    ]
)
"""Words that no name may be."""


class Names:
    """Gives each thing one name; the same thing gets the same name again.

    >>> names = Names()
    >>> names.of("variable", "x[0,1]"), names.of("value", "next"), names.of("variable", "x_0_1")
    ('x_0_1', 'next_', 'x_0_1_')
    """

    def __init__(self) -> None:
        self._given: dict[tuple[str, Hashable], str] = {}
        self._taken = set(_WORDS)

    def of(self, kind: str, thing: Hashable) -> str:
        """The name of a thing of some kind, such as a variable or a value."""
        key = (kind, (type(thing), thing))
        if key not in self._given:
            self._given[key] = self._fresh(text_of_value(thing))
        return self._given[key]

    def _fresh(self, text: str) -> str:
        name = re.sub(r"[^A-Za-z0-9_$#]+", "_", text).strip("_") or "v"
        name = name if re.match(r"[A-Za-z_]", name) else f"v{name}"
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name
