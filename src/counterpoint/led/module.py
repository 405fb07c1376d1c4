"""An LED text, parsed, checked and ready to be evaluated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..errors import BadDefinition, BadLed
from .evaluate.compiler import Compiler
from .evaluate.explain import Explained, Explainer
from .evaluate.machine import DEEP, MISSING, Machine, Needs
from .evaluate.scope import Scope
from .meaning.check import known_in, require_meaning
from .meaning.known import Known, close
from .source import Source, source_in
from .syntax import read_expression, read_text
from .tree import Expression, Text
from .values.value import Value


class LedModule:
    """The definitions of a text; everything is checked before anything is evaluated.

    >>> module = LedModule(Source("f.led", "/$ fac(n) := 1 if n = 0; n * fac(n-1) otherwise $/"))
    >>> module.evaluate("{fac(n) | n in {1..4}}") == frozenset({1, 2, 6, 24})
    True
    """

    def __init__(self, source: Source, settings: Mapping[str, object] | None = None) -> None:
        self.source = source
        self._settings = dict(settings or {})
        with DEEP:
            self.text = _set(read_text(source), self._settings)
            self.known: Known = known_in(self.text)
        self.machine = Machine()
        self.compiler = Compiler(self.known, self.machine)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its text and settings, and what `begin` made the initial state."""
        begun = {name: self.__dict__[name] for name in ("initial",) if name in self.__dict__}
        return LedModule, (self.source, self._settings), begun

    def evaluate(self, text: str, state: Value = MISSING) -> Value:
        """The value of an expression, where the mouse is not clicked.

        For a program, the state is the initial one unless `state` is given. Raises `BadLed`,
        `BadDefinition` or `NoResult`.
        """
        with DEEP:
            expression = self.expression(text)
        return self.value(expression, state)

    def value(self, expression: Expression, state: Value = MISSING) -> Value:
        """The value of an expression that is parsed already."""
        with DEEP:
            scope = Scope.of()
            value = self.compiler.value(expression, scope)
            self._situate(expression, state)
            return value(scope.layout.frame())

    def explain(self, text: str, state: Value = MISSING, *, depth: int = 4) -> Explained:
        """An explanation of the value of an expression, at most `depth` levels deep.

        >>> module = LedModule(Source("f.led", "/$ even(n) iff n mod 2 = 0 $/"))
        >>> [part.text for part in module.explain("even(4) & even(3)").parts]
        ['even(4)', 'even(3)']
        """
        with DEEP:
            expression = self.expression(text)
            self._situate(expression, state)
            return Explainer(self.compiler).explain(expression, depth)

    def expression(self, text: str) -> Expression:
        """Parse an expression over the definitions of the text, and check it.

        Raises `BadLed` or `BadDefinition`.
        """
        expression = read_expression(text, "expression")
        require_meaning(expression, self.known)
        return expression

    def _situate(self, expression: Expression, state: Value) -> None:
        """Set the state of the machine, if the expression depends on it."""
        self.machine.level = 0
        if self.compiler.needs_in(expression) & Needs.STATE:
            self.compiler.enter(self.initial if state is MISSING else state)

    def begin(self, text: str) -> None:
        """Make the value of an expression the initial state."""
        self.initial = self.evaluate(text)

    @cached_property
    def initial(self) -> Value:
        """The initial state of a program; `MISSING` if the text is not a program."""
        name = next(
            (name for name in ("initialState", "init") if (name, 0) in self.compiler.units), None
        )
        if name is None:
            return MISSING
        with DEEP:
            return self.compiler.units[name, 0].call(())


def _set(text: Text, settings: Mapping[str, object]) -> Text:
    """The text, with the bodies of some definitions without parameters replaced."""
    if not settings:
        return text
    names = [one.name for one in text.definitions if not one.parameters]
    for name in settings:
        if name not in names:
            near = close(name, names)
            hint = f": {near} perhaps" if near else f"; there are {', '.join(names)}"
            raise BadDefinition(f"there is no definition {name} without parameters to set{hint}")
    definitions = tuple(
        replace(one, body=_value(one.name, settings[one.name]), where=None, guard=None)
        if not one.parameters and one.name in settings
        else one
        for one in text.definitions
    )
    return replace(text, definitions=definitions)


def _value(name: str, setting: object) -> Expression:
    try:
        return read_expression(str(setting).lower() if isinstance(setting, bool) else str(setting))
    except BadLed as error:
        raise BadLed(f"--set {name} takes an expression of LED: {error.message}") from None


def load_module(path: Path, settings: Mapping[str, object] | None = None) -> LedModule:
    """Load the text of a file; settings replace definitions without parameters, by their names."""
    return LedModule(source_in(path), settings)
