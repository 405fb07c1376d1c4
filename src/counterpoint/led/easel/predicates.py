"""Atoms of formulas: every LED condition on states that does not depend on the mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from ...errors import BadLed, NoResult, UnknownAtom
from ..evaluate.compiler import Compiler
from ..evaluate.machine import DEEP, Needs
from ..evaluate.scope import Scope
from ..meaning.check import require_meaning
from ..meaning.known import Known
from ..meaning.mentions import children
from ..syntax import read_expression
from ..tree import Call, Definition, Expression, Literal, Name
from ..values.value import ATOM, FALSE, TRUE, Value, atom, shortly

if TYPE_CHECKING:
    from collections.abc import Iterable

Test = Callable[[Value], bool]


class Predicates(Mapping[str, Test]):
    """Tests of states, by their LED text. Iteration lists only the conditions that have a name.

    An undefined name in an argument, such as `x` in `wins(x)`, is read as the LED atom of that
    name, if the program uses that atom.
    """

    def __init__(self, compiler: Compiler, start: Value) -> None:
        self._compiler = compiler
        self._start = start
        self._tests: dict[str, Test | None] = {}
        self._atoms = frozenset(_atoms(compiler.known.definitions.values()))

    def __getitem__(self, text: str) -> Test:
        test = self._test(text)
        if test is None:
            raise KeyError(text)
        return test

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and self._test(text) is not None

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __iter__(self) -> Iterator[str]:
        """The names of conditions without parameters, and the heads of those with parameters."""
        for (name, count), definition in self._compiler.known.definitions.items():
            if name.isidentifier() and not self._compiler.needs[name, count] & Needs.MOUSE:
                if not count and self._is_condition(definition):
                    yield name
                elif count and definition.is_relation:
                    yield definition.head

    def _is_condition(self, definition: Definition) -> bool:
        if definition.is_relation:
            return True
        try:
            with DEEP:
                self._compiler.enter(self._start)
                value = self._compiler.units[definition.key].call(())
        except NoResult:
            return False
        return value is TRUE or value is FALSE

    def _test(self, text: str) -> Test | None:
        """The test for a text; None if it means nothing, or depends on the mouse.

        Raises `UnknownAtom` for a text that is neither an LED expression nor similar to a label.
        """
        if text not in self._tests:
            self._tests[text] = self._made(text)
        return self._tests[text]

    def _made(self, text: str) -> Test | None:
        try:
            expression = with_atoms(
                read_expression(text, "atom"), self._compiler.known, self._atoms
            )
            require_meaning(expression, self._compiler.known)
        except BadLed as error:
            if text.isidentifier() or _looks_like_a_label(text):
                return None
            raise UnknownAtom(f"{error.message}: {text}") from None
        if self._compiler.needs_in(expression) & Needs.MOUSE:
            return None
        return self._asked(expression, text)

    def _asked(self, expression: Expression, text: str) -> Test:
        compiler = self._compiler
        scope = Scope.of()
        value = compiler.value(expression, scope)

        def test(state: Value) -> bool:
            with DEEP:
                compiler.enter(state)
                compiler.machine.level = 0
                found = value(scope.layout.frame())
            if found is TRUE or found is FALSE:
                return found is TRUE
            raise UnknownAtom(f"{text} is {shortly(found)} in a state, and no truth")

        return test


def _looks_like_a_label(text: str) -> bool:
    """Whether a text could be the name of a step, such as `cellClicked(5)` or `click(150,650)`."""
    name, bracket, _ = text.partition("(")
    return name.isidentifier() and bool(bracket) and text.endswith(")")


def with_atoms(expression: Expression, known: Known, atoms: frozenset[str]) -> Expression:
    """The expression; if it is a call, arguments that are undefined names are replaced by atoms.

    >>> from ..meaning.known import known_of
    >>> with_atoms(read_expression("wins(x)"), known_of([]), frozenset({"x"})).args
    (Literal(value='`x'),)
    """
    match expression:
        case Call(name, args):
            given = tuple(
                Literal(atom(arg.name), at=arg.at)
                if isinstance(arg, Name) and not known.means(arg.name) and arg.name in atoms
                else arg
                for arg in args
            )
            return Call(name, given, at=expression.at)
        case _:
            return expression


def _atoms(definitions: Iterable[Definition]) -> Iterator[str]:
    """The names of all LED atoms in some definitions."""
    todo: list[Expression] = []
    for definition in definitions:
        todo += [x for x in (definition.guard, definition.where, definition.body) if x is not None]
    while todo:
        here = todo.pop()
        todo += children(here)
        if isinstance(here, Literal) and isinstance(here.value, str) and here.value[0] == ATOM:
            yield here.value[1:]
