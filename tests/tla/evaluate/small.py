"""Small modules for tests: expressions evaluated in them, in given states."""

from __future__ import annotations

from typing import Any

from counterpoint.tla.compiler import Compiler
from counterpoint.tla.modules import Loaded, load
from counterpoint.tla.values import normal, show

EXTENDED = "Integers, Sequences, FiniteSets, TLC"


def loaded(body: str, extended: str = EXTENDED, **constants: Any) -> Loaded:
    """A module with this body."""
    text = f"---- MODULE Small ----\nEXTENDS {extended}\n{body}\n===="
    return load("Small.tla", text=text, constants=constants)


def compiler_of(module: Loaded) -> Compiler:
    return Compiler([variable.name for variable in module.variables])


class Small:
    """A module in which definitions are evaluated."""

    def __init__(self, body: str, **constants: Any) -> None:
        self.module = loaded(body, **constants)
        self.compiler = compiler_of(self.module)
        self.scope = self.module.scope

    def body(self, name: str) -> Any:
        meaning: Any = self.scope.get(name)
        return meaning.body

    def value(self, name: str, state: tuple[Any, ...] = (), after: tuple[Any, ...] = ()) -> Any:
        """The value of a definition without parameters."""
        run = self.compiler.value(self.body(name), self.scope)
        return run(self.compiler.frame(state, after))

    def holds(self, name: str, state: tuple[Any, ...] = (), after: tuple[Any, ...] = ()) -> bool:
        """Whether a definition without parameters holds."""
        test = self.compiler.test(self.body(name), self.scope)
        return test(self.compiler.frame(state, after))


def value(expression: str, body: str = "") -> Any:
    """The value of a constant expression, behind some definitions."""
    return Small(f"{body}\nTested == {expression}").value("Tested")


def shown(expression: str, body: str = "") -> str:
    """The same in TLC's notation."""
    return show(normal(value(expression, body)))
