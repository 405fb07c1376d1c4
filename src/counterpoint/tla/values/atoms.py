"""Values without parts that Python lacks: truth values and model values."""

from __future__ import annotations

from typing import Final


class Truth:
    """TRUE or FALSE: there are just these two, so `is` tells them apart.

    Python's own would equal 1 and 0, which no truth value does in TLA+.

    >>> TRUE, bool(FALSE), TRUE == 1
    (TRUE, False, False)
    """

    __slots__ = ("holds",)

    def __init__(self, holds: bool) -> None:
        self.holds = holds

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        return "TRUE" if self.holds else "FALSE"

    def __reduce__(self) -> tuple[object, ...]:
        return truth, (self.holds,)


TRUE: Final = Truth(True)
FALSE: Final = Truth(False)


def truth(holds: object) -> Truth:
    """TRUE for what Python takes for true, else FALSE.

    >>> truth(2 > 1)
    TRUE
    """
    return TRUE if holds else FALSE


class ModelValue:
    """A value that equals nothing but itself: one for each name.

    A name such as `A_x`, a letter before an underscore, is of the kind `A`: TLC compares it with
    model values of its kind only.

    >>> ModelValue("p1") is ModelValue("p1"), ModelValue("A_x").kind
    (True, 'A')
    """

    __slots__ = ("kind", "name")
    name: str
    kind: str
    _all: dict[str, ModelValue] = {}  # noqa: RUF012

    def __new__(cls, name: str) -> ModelValue:
        """The model value of this name."""
        found = cls._all.get(name)
        if found is None:
            found = super().__new__(cls)
            found.name = name
            found.kind = name[0] if len(name) > 2 and name[1] == "_" else ""
            found = cls._all.setdefault(name, found)
        return found

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        return ModelValue, (self.name,)
