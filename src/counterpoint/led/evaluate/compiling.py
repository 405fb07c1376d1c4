"""The compiler as those see it that make closures of conditions, plans and definitions."""

from __future__ import annotations

from typing import Protocol

from ..meaning.planner import Plan
from ..tree import Definition, Expression
from .scope import Ask, Read, Scope


class Compiling(Protocol):
    """Turns expressions into closures over frames."""

    def value(self, expression: Expression, scope: Scope) -> Read:
        """A closure for the value of an expression in a frame."""

    def test(self, expression: Expression, scope: Scope) -> Ask:
        """A closure that returns whether a condition is true in a frame."""

    def body(self, definition: Definition, scope: Scope) -> Read:
        """A closure for the value of the body of a definition; that of `iff` is a truth."""

    def plan(self, condition: Expression, scope: Scope) -> Plan:
        """The plan for finding the solutions of a condition; raises `BadDefinition`."""

    def is_free(self, name: str, scope: Scope) -> bool:
        """Whether a name in a pattern is bound by it, rather than compared with the value."""
