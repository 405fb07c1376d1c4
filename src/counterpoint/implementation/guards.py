"""Why an action of a module is not enabled in a state: the parts of its guard that are false."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import CounterpointError, NoValue
from ..tla.evaluate.context import Closed
from ..tla.evaluate.reader import read_level
from ..tla.levels import Level
from ..tla.module import TlaModule
from ..tla.spec.flatten import split
from ..tla.spec.specification import Conjunct, Kind
from ..tla.spec.text import shortened
from ..tla.system import State
from ..tla.values import from_json, show
from .answer import Why
from .entry import Entry


class Guards:
    """The guards of the actions of a module: their conjuncts that read one state only."""

    def __init__(self, module: TlaModule) -> None:
        self._module = module
        self._parts: dict[str, tuple[Closed, ...]] = {}

    def false(self, entry: Entry, state: State) -> Iterator[Why]:
        """The conjuncts of the action of an entry that are false in a state, with their lines.

        None for an action that is not defined under its name, or if its arguments are not known.
        """
        text = _call(entry)
        for part in self._of(text):
            if self._is_false(part, state):
                place = part.expression.at.place()
                says = f"{text}: {shortened(part.expression, part.scope)} is false"
                yield Why(says, (entry.name or "").partition("(")[0], place)

    def _of(self, text: str) -> tuple[Closed, ...]:
        if text not in self._parts:
            try:
                self._parts[text] = self._read(text)
            except CounterpointError:  # it is no action of this module
                self._parts[text] = ()
        return self._parts[text]

    def _read(self, text: str) -> tuple[Closed, ...]:
        closed = self._module.expression(text, Level.ACTION)
        whole = Conjunct(Kind.ALWAYS, text, closed.expression, closed.scope)
        parts = (part.closed for part in split(whole))
        return tuple(part for part in parts if read_level(part) <= Level.STATE)

    def _is_false(self, part: Closed, state: State) -> bool:
        """Whether a conjunct has the value FALSE; not if it has no value."""
        system = self._module.system
        try:
            test = system.compiler.test(part.expression, part.scope)
            holds: Any = test(system.facts.frame_for(part)(state, ()))
        except CounterpointError:
            return False
        return not holds


def _call(entry: Entry) -> str:
    """The action of an entry in TLA+, with its arguments if they are known."""
    name = str(entry.name)
    if entry.args is None:
        return name
    return f"{name}({', '.join(map(_argument, entry.args))})"


def _argument(given: Any) -> str:
    try:
        return show(from_json(given))
    except NoValue:
        return str(given)
