"""What formulas mean as they are written, with nothing lowered: the oracle for `to_core`.

Path formulas are brought to next, until and negation by their textbook definitions. What a team can
enforce is found by trying each of its strategies, which need no memory for the goals that teams may
have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import assert_never

from hypothesis import strategies as st

from counterpoint.logic.core import Both, Either, Kind, Linear, Next, Now, Prop, Truth, Until
from counterpoint.logic.formula import (
    Atom,
    Const,
    Fix,
    Formula,
    Junction,
    Junctor,
    Modal,
    Not,
    Path,
    Team,
    Temporal,
    Tense,
    Variable,
)

from .semantics import (
    Fair,
    Kripke,
    Move,
    Region,
    complement_of_path,
    some_path,
    step,
)

TRUE = Now(Truth(True))


def meaning(
    formula: Formula, kripke: Kripke, bound: Mapping[str, Region] | None = None
) -> frozenset[int]:
    """The states where a formula is true; a path formula is meant of all paths."""
    bound = bound or {}
    match formula:
        case Const(value):
            return kripke.states if value else frozenset()
        case Atom(text):
            return kripke.props.get(text, frozenset())
        case Variable(name):
            return bound[name]
        case Modal(some, label, of):
            kind = Kind.SOME if some else Kind.ALL
            return step(kripke, kind, meaning(of, kripke, bound), label, frozenset())
        case Fix(least, name, of):
            region: Region = frozenset() if least else kripke.states
            while (nearer := meaning(of, kripke, {**bound, name: region})) != region:
                region = nearer
            return region
        case Path(some, of):
            return _on_paths(some, of, kripke, bound)
        case Team(players, enforce, of):
            if enforce:
                return _enforced(frozenset(players), of, kripke, bound)
            return kripke.states - _enforced(frozenset(players), Not(of), kripke, bound)
        case _ if speaks_of_paths(formula):
            return _on_paths(False, formula, kripke, bound)
        case Not(of):
            return kripke.states - meaning(of, kripke, bound)
        case Junction(junctor, left, right):
            return _joined(
                junctor, meaning(left, kripke, bound), meaning(right, kripke, bound), kripke
            )
        case _:
            raise AssertionError(formula)


def speaks_of_paths(formula: Formula) -> bool:
    match formula:
        case Temporal():
            return True
        case Not(of):
            return speaks_of_paths(of)
        case Junction(_, left, right):
            return speaks_of_paths(left) or speaks_of_paths(right)
        case _:
            return False


def _joined(junctor: Junctor, left: Region, right: Region, kripke: Kripke) -> frozenset[int]:
    match junctor:
        case Junctor.AND:
            return left & right
        case Junctor.OR:
            return left | right
        case Junctor.IMPLIES:
            return (kripke.states - left) | right
        case Junctor.IFF:
            return kripke.states - (left ^ right)
        case _:
            assert_never(junctor)


def _on_paths(
    some: bool, of: Formula, kripke: Kripke, bound: Mapping[str, Region]
) -> frozenset[int]:
    path, labelled = _linear(of, kripke, bound)
    if some:
        return some_path(path, labelled)
    return kripke.states - some_path(complement_of_path(path), labelled)


def _linear(of: Formula, kripke: Kripke, bound: Mapping[str, Region]) -> tuple[Linear, Kripke]:
    """A path formula over new propositions, which are true where its state formulas are."""
    props = dict(kripke.props)

    def linear(part: Formula) -> Linear:
        if not speaks_of_paths(part):
            name = f"#{len(props)}"
            props[name] = meaning(part, kripke, bound)
            return Now(Prop(name))
        match part:
            case Not(inner):
                return complement_of_path(linear(inner))
            case Junction(junctor, left, right):
                return _junction(junctor, linear(left), linear(right))
            case Temporal(tense, parts):
                return _temporal(tense, [linear(inner) for inner in parts])
            case _:
                raise AssertionError(part)

    path = linear(of)
    return path, replace(kripke, props=props)


def _junction(junctor: Junctor, left: Linear, right: Linear) -> Linear:
    no_left, no_right = complement_of_path(left), complement_of_path(right)
    match junctor:
        case Junctor.AND:
            return Both((left, right))
        case Junctor.OR:
            return Either((left, right))
        case Junctor.IMPLIES:
            return Either((no_left, right))
        case Junctor.IFF:
            return Either((Both((left, right)), Both((no_left, no_right))))
        case _:
            assert_never(junctor)


def _temporal(tense: Tense, parts: list[Linear]) -> Linear:
    left, right = parts[0], parts[-1]
    no = complement_of_path
    match tense:
        case Tense.NEXT:
            return Next(right)
        case Tense.FINALLY:
            return Until(TRUE, right)
        case Tense.GLOBALLY:
            return no(Until(TRUE, no(right)))
        case Tense.UNTIL:
            return Until(left, right)
        case Tense.WEAK_UNTIL:
            return Either((Until(left, right), no(Until(TRUE, no(left)))))
        case Tense.RELEASE:
            return no(Until(no(left), no(right)))
        case Tense.STRONG_RELEASE:
            return Both((no(Until(no(left), no(right))), Until(TRUE, left)))
        case _:
            assert_never(tense)


def _enforced(
    team: frozenset[str], of: Formula, kripke: Kripke, bound: Mapping[str, Region]
) -> frozenset[int]:
    """The states where a strategy of the team makes all paths satisfy a formula."""
    path, labelled = _linear(of, kripke, bound)
    winning: Region = frozenset()
    for chosen in _strategies(team, replace(labelled, fairness=())):
        winning |= labelled.states - some_path(complement_of_path(path), chosen)
    return winning


def _strategies(team: frozenset[str], kripke: Kripke) -> Iterator[Kripke]:
    """The systems in which the team has chosen one of its own steps wherever it has some."""
    choices = []
    for moves in kripke.steps:
        own = [move for move in moves if move.owner in team]
        others = [move for move in moves if move.owner not in team]
        choices.append([(*others, move) for move in own] or [tuple(others)])
    for steps in product(*choices):
        yield replace(kripke, steps=steps)


@st.composite
def kripkes(draw: st.DrawFn, states: int = 3, fair: bool = False) -> Kripke:
    """Small systems: labels a and b, propositions p and q, at most one player a state."""
    steps = []
    for _ in range(states):
        player = draw(st.sampled_from(["one", "two", None]))
        targets = draw(st.lists(st.integers(0, states - 1), min_size=1, max_size=3))
        steps.append(
            tuple(
                Move(draw(st.sampled_from("ab")), to, draw(st.sampled_from([player, player, None])))
                for to in targets
            )
        )
    props = {text: draw(st.frozensets(st.integers(0, states - 1))) for text in "pq"}
    some_labels = st.frozensets(st.sampled_from("ab"), min_size=1)
    fairness = st.lists(st.builds(Fair, st.booleans(), some_labels), max_size=2 if fair else 0)
    return Kripke(tuple(steps), props, tuple(draw(fairness)))
