"""Actions that choose values, in native code."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from counterpoint import native
from counterpoint.engines.base.task import Task
from counterpoint.engines.search.compiled.search import search
from counterpoint.engines.search.compiled.space import Space
from counterpoint.engines.space.opening import Opening
from counterpoint.errors import OutOfSort, Refused
from counterpoint.logic.parser import parse
from counterpoint.model.action import Action
from counterpoint.model.history import with_history
from counterpoint.model.model import Model
from counterpoint.model.parts import Parts
from counterpoint.model.system import REST
from counterpoint.terms.apply import TRUE, all_true, apply, constant
from counterpoint.terms.sort import Bool, Interval
from counterpoint.terms.term import Op, Term, Variable
from counterpoint.tuning import USUAL, Tuning
from tests.engines.symbolic.brute_force import Brute, Outside
from tests.engines.symbolic.models import models
from tests.share import share
from tests.tunings import MIXED, PACKED, TINY

ALWAYS: dict[str, Any] = {
    "deadline": None, "derandomize": True, "suppress_health_check": list(HealthCheck)
}  # fmt: skip


def states(found: Space) -> set[object]:
    return {found.state(number) for number in range(found.states)}


@pytest.mark.slow
@settings(max_examples=share(40), **ALWAYS)
@given(
    st.booleans().flatmap(lambda game: models(game=game)),
    st.sampled_from([USUAL, PACKED, MIXED, TINY]), st.booleans(),
)  # fmt: skip
def test_kernels_find_what_brute_force_finds(model: Model, tuning: Tuning, edges: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "build", native.twin)
        for roots, over in (("initial", "reachable"), ("all", "all")):
            brute = Brute(model, over)
            found = search(model, Task(tuning=tuning, edges=edges), roots=roots)
            assert states(found) == brute.states
            assert found.transitions == brute.transitions


@settings(max_examples=3, **ALWAYS)
@given(models())
def test_machine_code_finds_what_brute_force_finds(model: Model) -> None:
    brute = Brute(model)
    found = search(model)
    assert states(found) == brute.states
    assert found.transitions == brute.transitions


@settings(max_examples=share(20), **ALWAYS)
@given(models(bold=True))
def test_a_value_outside_a_sort_is_found_where_a_choice_allows_it(model: Model) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "build", native.twin)
        try:
            Brute(model)
        except Outside:
            with pytest.raises(OutOfSort):
                search(model)
        else:
            search(model)


@settings(max_examples=share(20), **ALWAYS)
@given(models())
def test_an_explicit_rest_is_taken_only_where_no_choice_is(model: Model) -> None:
    heard = with_history(model, {"went": frozenset({"go"})}, {})
    reached = dict.fromkeys(queue := list(heard.initial()))
    steps = 0
    for state in queue:
        for label, there in heard.successors(state):
            steps += label is not REST
            if there not in reached:
                reached[there] = None
                queue.append(there)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "build", native.twin)
        found = search(heard)
    assert (states(found), found.transitions) == (set(reached), steps)


def register(width: int, sort: Bool | Interval = Bool()) -> Model:  # noqa: B008
    """A shift register: its first place is chosen, each other one follows the place before it."""
    places = tuple(Variable(f"x{n}", sort) for n in range(width))
    after = tuple(Variable(f"x{n}'", sort) for n in range(width))
    guard = [apply(Op.EQ, after[n], places[n - 1]) for n in range(1, width)]
    updates: tuple[tuple[Variable, Term], ...] = tuple(zip(places, after, strict=True))
    action = Action("shift", "shift", (), all_true(guard), updates, chosen=after)
    low = constant(False) if isinstance(sort, Bool) else constant(sort.low)
    start = all_true(apply(Op.EQ, place, low) for place in places)
    return Model.of("register", Parts(places, start, (action,)))


@pytest.mark.parametrize("width", [1, 6])
@pytest.mark.parametrize("sort", [Bool(), Interval(-1, 1)])
def test_what_equations_determine_is_not_tried(width: int, sort: Bool | Interval) -> None:
    values = 2 if isinstance(sort, Bool) else 3
    found = search(register(width, sort), Task(tuning=Tuning(choices_most=3)))
    assert (found.states, found.transitions) == (values**width, values ** (width + 1))


def test_choices_may_lie_in_many_words() -> None:
    wide = Variable("wide", Interval(0, 2**63))
    other = Variable("other", Interval(0, 2**64 - 1))
    flags = tuple(Variable(f"f{n}", Bool()) for n in range(70))
    start = all_true(
        [
            apply(Op.EQ, wide, constant(2**63)), apply(Op.EQ, other, constant(2**64 - 1)),
            *(apply(Op.NOT, flag) for flag in flags),
        ]
    )  # fmt: skip
    at = Variable("at", Interval(0, 69))
    updates = tuple(
        (flag, apply(Op.OR, flag, apply(Op.EQ, at, constant(n)))) for n, flag in enumerate(flags)
    )
    once = all_true(apply(Op.NOT, flag) for flag in flags)
    action = Action("set", "set", (), once, updates, chosen=(at,))
    model = Model.of("words", Parts((wide, *flags, other), start, (action,)))
    found = search(model)
    assert (found.states, found.transitions) == (71, 70)
    (first,) = model.initial()
    assert states(found) == {first, *(there for _, there in model.successors(first))}


def test_too_many_choices_are_refused_and_diagrams_take_over() -> None:
    numbers = tuple(Variable(f"n{k}", Interval(0, 9)) for k in range(4))
    after = tuple(Variable(f"n{k}'", Interval(0, 9)) for k in range(4))
    action = Action("any", "any", (), TRUE, tuple(zip(numbers, after, strict=True)), chosen=after)
    model = Model.of("any", Parts(numbers, TRUE, (action,)))
    with pytest.raises(Refused, match="any chooses among 10,000 values of n0', n1', n2' and other"):
        search(model)
    space = Opening(model, "reachable", "auto", Task()).space(parse("n0 = 1"))
    assert space.engine.startswith("symbolic")
    assert (space.states, space.transitions) == (10_000, 100_000_000)
