"""Atomic values that Python lacks: truth values and model values."""

from __future__ import annotations

from typing import Final


class Truth:
    """TRUE or FALSE. There are only these two instances, so they can be compared with `is`.

    Python's `bool` is not used since True == 1 and False == 0, which are different in TLA+.

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
    """TRUE if the argument is true for Python, else FALSE.

    >>> truth(2 > 1)
    TRUE
    """
    return TRUE if holds else FALSE


class ModelValue:
    """A value that equals only itself; there is one instance for each name.

    If the name is a letter, an underscore and more, such as `A_x`, the `kind` of the value is that
    letter: TLC compares it with model values of the same kind only. Otherwise `kind` is "".

    >>> ModelValue("p1") is ModelValue("p1"), ModelValue("A_x").kind
    (True, 'A')
    """

    __slots__ = ("kind", "name")
    name: str
    kind: str
    _all: dict[str, ModelValue] = {}  # noqa: RUF012

    def __new__(cls, name: str) -> ModelValue:
        """The model value with this name."""
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
