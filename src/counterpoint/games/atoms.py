"""Formulas without temporal operators as tests of single states.

They are used for games that are not explored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from ..certificate import Past
from ..engines.formula.names import closest, step_named
from ..engines.formula.question import Question
from ..errors import Misuse, UnknownAtom
from ..logic.formula import Atom, Const, Formula, Junction, Junctor, Not
from ..model.capabilities import atoms_of, declared_labels
from ..model.model import Model
from ..model.network import Network
from ..model.system import Label
from ..terms.evaluate import meaning

Test: TypeAlias = Callable[[Any], bool]

_CALL = re.compile(r"(once|enabled)\((.*)\)")


def predicate_of(formula: Formula, atom: Callable[[str], Test]) -> Test:
    """A test of one state, where `atom` gives the test of an atom.

    Raises `Misuse` for a formula with temporal operators.

    >>> from counterpoint.logic.parser import parse
    >>> test = predicate_of(parse("odd & !small"), {"odd": lambda n: n % 2 == 1,
    ...                                             "small": lambda n: n < 5}.__getitem__)
    >>> [n for n in range(10) if test(n)]
    [5, 7, 9]
    """
    match formula:
        case Const(value):
            return lambda _: value
        case Atom(text):
            return atom(text)
        case Not(of):
            test = predicate_of(of, atom)
            return lambda state: not test(state)
        case Junction(junctor, left, right):
            return _joined(junctor, predicate_of(left, atom), predicate_of(right, atom))
        case _:
            raise Misuse("a search that looks ahead judges single states: give goals without time")


def _joined(junctor: Junctor, left: Test, right: Test) -> Test:
    match junctor:
        case Junctor.AND:
            return lambda state: left(state) and right(state)
        case Junctor.OR:
            return lambda state: left(state) or right(state)
        case Junctor.IMPLIES:
            return lambda state: not left(state) or right(state)
        case Junctor.IFF:
            return lambda state: left(state) == right(state)


def atom_of(text: str, system: Any) -> Test:
    """A test of an atom of `system` in a state; raises `UnknownAtom` for other atoms."""
    call = _CALL.fullmatch(text)
    if call is not None and call[1] == "enabled":
        return _enabled(call[2], system)
    if isinstance(system, Model):
        holds = meaning(system.predicate(text))
        names = [variable.name for variable in system.variables]
        return lambda state: bool(holds(dict(zip(names, state, strict=True))))
    known = {} if isinstance(system, Network) else atoms_of(system)
    if text not in known:
        raise UnknownAtom(_unknown(text, system, list(known)))
    return known[text]


def _enabled(event: str, system: Any) -> Test:
    def test(state: Any) -> bool:
        labels = [label for label, _ in system.successors(state)]
        return bool(step_named(event, labels).any())

    return test


def _unknown(text: str, system: Any, atoms: list[str]) -> str:
    if not isinstance(system, Network):
        return f"there is no atom {text!r}; there are {closest(text, atoms)}"
    events = closest(text, [str(label) for label in labels_of(system)])
    return (
        f"{text!r} is no event of the program. A search that looks ahead can ask for events, "
        f"once(EVENT) and enabled(EVENT); events are {events}"
    )


def is_of_states(text: str, system: Any) -> bool:
    """Whether an atom depends on a state alone, and not on the run to it."""
    if call := _CALL.fullmatch(text):
        return call[1] == "enabled"
    try:
        atom_of(text, system)
    except UnknownAtom:
        return False
    return True


def past_of(formulas: Iterable[Formula], system: Any) -> tuple[Past, ...]:
    """What the formulas ask about the run to a state.

    Raises `UnknownAtom` for a name that is neither an event nor an atom of the system.

    >>> from counterpoint.examples.hot_cold import program
    >>> from counterpoint.logic.parser import parse
    >>> past_of([parse("HOT & enabled(COLD)")], program.network())
    (Past(text='HOT', event='HOT', ever=False),)
    """
    question = Question(tuple(formulas))
    return question.past(labels_of(system), lambda text: atom_of(text, system))


def labels_of(system: Any) -> tuple[Label, ...]:
    """The labels that a system declares; some of them may never occur."""
    if isinstance(system, Model):
        return (*(action.label for action in system.actions), *system.parts.impossible)
    if isinstance(system, Network):
        return tuple(dict.fromkeys((*system.alphabet, *system.origin.labels())))
    return declared_labels(system)


def names_in(system: Any) -> tuple[str, list[str]]:
    """What a goal can refer to in a system: the kind of names, and the names.

    >>> from counterpoint.examples.hot_cold import program
    >>> names_in(program.network())
    ('events', ['HOT', 'COLD'])
    """
    if isinstance(system, Network):
        return "events", ["".join(str(label).split()) for label in labels_of(system)]
    if isinstance(system, Model) and not system.atoms:
        return "variables", list(system.parts.cells)
    return "atoms", list(system.atoms if isinstance(system, Model) else atoms_of(system))
