"""What names stand for: variables, definitions, instances, constants and passed expressions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ...data import dataclass
from ...errors import BadDeclaration
from ...spelling import close_matches
from ..source import Span
from ..tree import Dot, Expression, Index, Name, Number, Self
from .instance import Bound, Declared, Defined, Flat, Instance


@dataclass(frozen=True, slots=True)
class Constant:
    """A symbolic constant."""

    name: str


Meant: TypeAlias = Declared | Defined | Instance | Constant | Bound
"""What a name stands for; `Bound` is an expression that was passed, and is no name."""


class Names:
    """Finds what the names of a flat system stand for."""

    def __init__(self, flat: Flat) -> None:
        self._constants = flat.constants

    def meant(self, node: Expression, instance: Instance) -> Meant | None:
        """What a name, or names joined by dots, stand for; None for any other expression.

        Raises `BadDeclaration` for a name that is undefined or ambiguous.
        """
        match node:
            case Self():
                return instance
            case Name(name):
                return self._name(name, instance, node.at)
            case Dot(of, name):
                return self._dotted(node, of, name, instance)
            case Index(of, _):
                return self._indexed(node, of, instance)
        return None

    def _name(self, name: str, instance: Instance, at: Span) -> Meant:
        if (passed := instance.parameters.get(name)) is not None:
            return self.meant(passed.expression, passed.instance) or passed
        found = instance.symbols.get(name)
        if name in self._constants:
            if found is not None:
                says = f"{name} is ambiguous: it is declared here, and a constant of some type"
                raise BadDeclaration(says, at.place())
            return Constant(name)
        if found is None:
            raise self._undefined(name, [*instance.parameters, *instance.symbols], at)
        return found

    def _dotted(self, node: Dot, of: Expression, name: str, instance: Instance) -> Meant:
        text = _dots(node)
        if text is not None and text in instance.symbols:
            return instance.symbols[text]
        if text is not None and text in self._constants:
            return Constant(text)
        owner = self.meant(of, instance)
        if not isinstance(owner, Instance):
            says = f"{of.at.text} is no instance of a module, so it has no {name}"
            raise BadDeclaration(says, node.at.place())
        if name in owner.parameters:
            return self._name(name, owner, node.at)
        if name not in owner.symbols:
            raise self._undefined(name, owner.symbols, node.at, owner)
        return owner.symbols[name]

    def _indexed(self, node: Index, of: Expression, instance: Instance) -> Meant | None:
        """A variable that was declared with brackets in its name, as in `VAR x[0] : boolean`."""
        text = _dots(node)
        return None if text is None else instance.symbols.get(text)

    def _undefined(
        self, name: str, known: Iterable[str], at: Span, owner: Instance | None = None
    ) -> BadDeclaration:
        names = [*known, *sorted(self._constants)]
        near = close_matches(name, names, n=3)
        shown = near or names[:8]
        listed = ("is " if len(shown) < 2 else "are ") + (", ".join(shown) or "nothing declared")
        where = "" if owner is None else f" in {owner.name or 'main'}"
        says = f"{name} is undefined{where}; there {listed}"
        if name.endswith("-") and at.source.text[at.end : at.end + 1] == ">":
            says = f"{name} is undefined: a name may end with -, so write a blank before ->"
        return BadDeclaration(says, at.place())


def _dots(node: Expression) -> str | None:
    """The text of names joined by dots and constant indices; None for another expression."""
    match node:
        case Name(name):
            return name
        case Dot(of, name):
            return None if (before := _dots(of)) is None else f"{before}.{name}"
        case Index(of, Number(value)):
            return None if (before := _dots(of)) is None else f"{before}[{value}]"
    return None
