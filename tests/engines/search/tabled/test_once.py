"""Probes that are asked until they were false once: the first is found, the rest is not counted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.engines.base.task import Task
from counterpoint.engines.search.tabled.found import Found
from counterpoint.engines.search.tabled.search import search
from counterpoint.errors import NoValue
from counterpoint.model.factored import AS_IT_IS, CellProbe, Read, Writes
from counterpoint.tuning import Tuning
from tests.share import share

from .test_search import Growing, Move, Tables, counter, systems
from .test_together import ALONE, SIZES, everything


def once(system: Tables) -> Tables:
    """The system, with all its probes asked only once."""
    system.state_probes = [replace(probe, once=True) for probe in system.state_probes]
    system.step_probes = [replace(probe, once=True) for probe in system.step_probes]
    return system


def counted_once(found: Found) -> Found:
    states = tuple(replace(bad, count=1) for bad in found.bad_states)
    steps = tuple(replace(bad, count=1) for bad in found.bad_steps)
    return replace(found, bad_states=states, bad_steps=steps)


@given(systems(), SIZES)
@settings(max_examples=share(60), deadline=None, derandomize=True)
def test_the_first_that_is_false_is_found_and_all_else_is_the_same(
    system: Tables, sizes: dict[str, Any]
) -> None:
    expected = everything(counted_once(search(system, Task(tuning=ALONE))))
    for tuning in (ALONE, Tuning(**sizes)):
        assert everything(search(once(system), Task(tuning=tuning))) == expected


def test_several_threads_that_find_it_false_count_it_once() -> None:
    plain = counter(40)
    falsehood = len(plain.tables)
    tables, reads = [*plain.tables, {}], [*plain.reads, ()]
    system = Growing(
        plain.sizes, plain.moves, reads, tables, plain.beginning,
        states=((falsehood,),), steps=((falsehood,),),
    )  # fmt: skip
    sizes = Tuning(threads=3, held_from=1, held_few=0, chunk_states=2)
    found = search(once(system), Task(tuning=sizes))
    assert found.found == 41**2
    assert [(bad.state, bad.count) for bad in found.bad_states] == [(0, 1)]
    assert [(bad.source, bad.count) for bad in found.bad_steps] == [(0, 1)]


class Partial(Tables):
    """A counter with a probe that is false from 3 on, and without a value from `end` on."""

    end = 6

    def answer(self, factor: int, read: Read) -> tuple[Writes, ...]:
        if factor == len(self.tables) - 1:
            if read(0) >= self.end:
                raise NoValue("too large")
            return AS_IT_IS if read(0) < 3 else ()
        return super().answer(factor, read)


class Sudden(Partial):
    end = 4
    """It has no value in the next state of the first in which it is false."""


def partly(of: type[Partial]) -> Partial:
    up = {(n,): (((0, n + 1),),) for n in range(20)}
    system = of([21], [Move("up", (0,))], [(0,), (0,)], [up, {}], [(0,)], states=((1,),))
    system.state_probes = [CellProbe(probe.start, once=True) for probe in system.state_probes]
    return system


def wide() -> Partial:
    """A state in which such a probe is false, and on the same level one where it has no value."""
    leap = {(0,): tuple(((0, n),) for n in range(1, 60))}
    system = Sudden([60], [Move("leap", (0,))], [(0,), (0,)], [leap, {}], [(0,)], states=((1,),))
    system.state_probes = [CellProbe(probe.start, once=True) for probe in system.state_probes]
    return system


def test_what_is_not_asked_any_more_may_have_no_value() -> None:
    @given(st.sampled_from((Partial, Sudden)), SIZES)
    @settings(max_examples=share(60), deadline=None, derandomize=True)
    def compare(of: type[Partial], sizes: dict[str, Any]) -> None:
        found = search(partly(of), Task(tuning=Tuning(**sizes)))
        assert (found.trouble, found.found) == (None, 21)
        assert [(bad.state, bad.count) for bad in found.bad_states] == [(3, 1)]

    compare()


def test_an_error_that_came_up_ahead_of_need_is_forgotten() -> None:
    alone = search(wide(), Task(tuning=replace(ALONE, held_room=1, batch=1)))
    assert (alone.trouble, alone.found) == (None, 60)
    expected = everything(alone)

    @given(SIZES)
    @settings(max_examples=share(60), deadline=None, derandomize=True)
    def compare(sizes: dict[str, Any]) -> None:
        found = search(wide(), Task(tuning=Tuning(**sizes)))
        assert found.trouble is None
        assert everything(found) == expected

    compare()


class Nowhere(Partial):
    """The probe has no value from 4 on, and is false nowhere before."""

    def answer(self, factor: int, read: Read) -> tuple[Writes, ...]:
        if factor == len(self.tables) - 1:
            if read(0) >= 4:
                raise NoValue("too large")
            return AS_IT_IS
        return super().answer(factor, read)


def with_a_value_in_part(*, needed: bool, of_steps: bool) -> Tables:
    """A counter with such a probe and one that is true; the first may be needed in all states."""
    up = {(n,): (((0, n + 1),),) for n in range(20)}
    true = {(): AS_IT_IS}
    probes: dict[str, Any] = {"steps" if of_steps else "states": ((2,), (1,))}
    reads = [(0,), (), (0,)]
    system = Nowhere([21], [Move("up", (0,))], reads, [up, true, {}], [(0,)], **probes)
    for asked in (system.state_probes, system.step_probes):
        if asked:
            asked[:] = [replace(asked[0], once=not needed), asked[1]]
    return system


def test_a_probe_asked_once_that_has_no_value_is_lost_and_the_search_goes_on() -> None:
    @given(SIZES, st.booleans())
    @settings(max_examples=share(40), deadline=None, derandomize=True)
    def compare(sizes: dict[str, Any], of_steps: bool) -> None:
        system = with_a_value_in_part(needed=False, of_steps=of_steps)
        found = search(system, Task(tuning=Tuning(**sizes)))
        assert (found.trouble, found.found, found.expanded) == (None, 21, 21)
        assert (found.lost, found.bad_states, found.bad_steps) == (
            ((0, 1) if of_steps else (1, 0)), (), (),
        )  # fmt: skip

    compare()


def test_what_is_needed_in_all_states_is_not_lost() -> None:
    @given(SIZES, st.booleans())
    @settings(max_examples=share(40), deadline=None, derandomize=True)
    def compare(sizes: dict[str, Any], of_steps: bool) -> None:
        system = with_a_value_in_part(needed=True, of_steps=of_steps)
        found = search(system, Task(tuning=Tuning(**sizes)))
        assert found.trouble is not None
        assert (found.lost, found.found, found.expanded) == ((0, 0), 5, 4)

    compare()
