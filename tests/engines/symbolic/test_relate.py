"""Relations as conjuncts: their order, clusters, and early quantification."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.engines.symbolic.algebra import SymbolicAlgebra
from counterpoint.engines.symbolic.diagram import Diagram, Diagrams, Exhausted
from counterpoint.engines.symbolic.explore import explore
from counterpoint.engines.symbolic.machine import Machine, diagrams, next_values
from counterpoint.engines.symbolic.moves import Step
from counterpoint.engines.symbolic.relate import Bits, Part, Relate, Schedule, clusters, in_order
from counterpoint.logic.core import Kind
from counterpoint.model.action import Action
from counterpoint.model.model import Model
from counterpoint.model.step import step
from counterpoint.terms.apply import TRUE
from counterpoint.terms.sort import Bool, Interval
from counterpoint.terms.term import Variable
from counterpoint.tuning import Tuning
from tests.engines.search.compiled.test_choices import register
from tests.share import share

BITS = 8


def random_part(on: Diagrams, rng: random.Random) -> Part:
    """The disjunction of some random cubes over a few bits."""
    bits = rng.sample(range(BITS), rng.randint(1, 3))
    found = on.false
    for _ in range(rng.randint(1, 3)):
        found = found | on.cube((bit, rng.random() < 0.5) for bit in bits)
    return Part(found, frozenset(bits))


def conjunction(on: Diagrams, parts: list[Part]) -> Diagram:
    every = on.true
    for part in parts:
        every = every & part.holds
    return every


@settings(max_examples=share(80), deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([0, 3, 1 << 12]))
def test_quantified_early_or_late_it_is_the_same(seed: int, most: int) -> None:
    rng, on = random.Random(seed), diagrams("oxidd", BITS, 1 << 22)
    parts = [random_part(on, rng) for _ in range(rng.randint(0, 6))]
    region = random_part(on, rng).holds
    free = set(rng.sample(range(BITS), rng.randint(0, 4)))
    late = (region & conjunction(on, parts)).exists(on.quantifier(free))
    assert Schedule(on, parts, free).of(region) == late
    unread = free - region_bits(region)
    joined = clusters(on, in_order(parts, free), unread, most)
    assert Schedule(on, joined, free).of(region) == late


def region_bits(region: Diagram) -> set[int]:
    """The bits on which a region depends."""
    return {bit for cube in region.cubes() for bit in cube}


@pytest.mark.parametrize("most", [0, 4, 1 << 12])
def test_images_and_preimages_are_those_of_the_pairs(most: int) -> None:
    rng, on = random.Random(most), diagrams("oxidd", BITS, 1 << 22)
    bits = Bits(now=(0, 2, 4), next=(1, 3, 5), free=frozenset((6, 7)))
    for _ in range(30):
        parts = [random_part(on, rng) for _ in range(4)]
        pairs = conjunction(on, parts).exists(on.quantifier(bits.free))
        move = Relate(on, parts, bits, most)
        region = on.union(on.cube((bit, rng.random() < 0.5) for bit in bits.now) for _ in range(3))
        forth = on.renaming(zip(bits.next, bits.now, strict=True))
        back = on.renaming(zip(bits.now, bits.next, strict=True))
        after = (pairs & region).exists(on.quantifier(bits.now)).rename(forth)
        before = (pairs & region.rename(back)).exists(on.quantifier(bits.next))
        assert (move.image(region), move.preimage(region)) == (after, before)
        assert move.count(region, 3, 1 << 10) == (pairs & region).count(6)
        for nodes in (0, 1 << 10):
            few = move.within(region, nodes)
            if few is None:
                assert nodes == 0
                continue
            assert len(few.clusters) <= 1
            assert few.image(region) == after
            assert few.preimage(region) & region == before & region
            assert few.count(region, 3, 1 << 10) == move.count(region, 3, 1 << 10)


def test_a_count_that_needs_a_large_diagram_is_none() -> None:
    on = diagrams("oxidd", 4, 1 << 20)
    parts = [Part(on.bit(0).ite(on.bit(1), ~on.bit(1)), frozenset((0, 1)))]
    move = Relate(on, parts, Bits((0,), (1,), frozenset()), 100)
    assert (move.count(on.true, 1, 100), move.count(on.true, 1, 1)) == (2, None)


def test_some_bit_of_a_chain_dies_in_each_part() -> None:
    on = diagrams("oxidd", 6, 1 << 20)
    chain = [Part(on.bit(n) | on.bit(n + 1), frozenset((n, n + 1))) for n in (3, 0, 4, 2, 1)]
    ordered = in_order(chain, range(6))
    for at, part in enumerate(ordered):
        later = frozenset[int]().union(*(other.bits for other in ordered[at + 1 :]))
        assert part.bits - later


def test_a_relation_of_many_conjuncts_stays_in_parts() -> None:
    machine = Machine(register(40), "oxidd", 1 << 26, Tuning(cluster_nodes=20))
    ((move,),) = (step.moves for step in machine.steps)
    assert isinstance(move, Relate)
    assert len(move.clusters) > 5
    assert all(part.holds.size <= 20 for part in move.clusters)


@pytest.mark.parametrize(("nodes", "is_one"), [(0, False), (1 << 14, True)])
def test_steps_between_reachable_states_are_one_diagram_if_it_is_small(
    nodes: int, is_one: bool
) -> None:
    space = explore(register(8), tuning=Tuning(cluster_nodes=20, settled_nodes=nodes))
    ((move,),) = (step.moves for step in space.machine.steps)
    assert isinstance(move, Relate)
    assert (len(move.clusters) == 1) is is_one


def two_counters() -> Model:
    """Two counters up to the same number, of which each step may add to one."""
    model = Model("counters")
    one, other = model.var("one", range(9), init=0), model.var("other", range(9), init=0)

    @model.action
    def first() -> object:
        return step(when=one + other < 8, set={one: one + 1})

    @model.action
    def second() -> object:
        return step(when=one + other < 8, set={other: other + 1})

    return model


def test_the_first_relation_that_is_too_large_ends_the_settling() -> None:
    relations = Tuning(cases_most=0, cluster_nodes=0)

    def settled(nodes: int) -> list[int]:
        space = explore(two_counters(), tuning=replace(relations, settled_nodes=nodes))
        algebra = SymbolicAlgebra(space)
        before = algebra.step(Kind.SOME, algebra.prop("one = 8"), None, frozenset())
        assert sorted(before) == [(7, 0), (8, 0)]
        return [s.relation.size for s in space.machine.steps if s.relation is not None]

    apart, together = settled(0), settled(1 << 14)
    first_alone = [together[0], apart[1]]
    assert len({tuple(sizes) for sizes in (apart, together, first_alone)}) == 3
    assert settled(together[0]) == first_alone
    assert settled(sum(together)) == together


def test_steps_stay_as_they_are_where_memory_does_not_suffice_for_one_diagram(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def settled(step: Step, region: Diagram, most: int) -> Step:
        raise Exhausted("too small")

    monkeypatch.setattr(Step, "within", settled)
    space = explore(register(5))
    assert not space.stopped
    assert space.states == explore(register(5)).states


def test_a_next_value_takes_the_bits_of_its_variable() -> None:
    x, y = Variable("x", Interval(0, 3)), Variable("y", Interval(0, 3))
    after, k, q = Variable("x'", x.sort), Variable("k", Interval(0, 3)), Variable("q", Bool())
    one = Action("one", "one", (), TRUE, ((x, after), (y, k)), chosen=(after, k, q))
    other = Action("other", "other", (), TRUE, ((x, k),), chosen=(k,))
    assert next_values([one]) == {"x'": "x", "k": "y"}
    assert next_values([one, other]) == {"x'": "x"}
    machine = Machine(register(3), "oxidd", 1 << 22)
    assert machine.encoding.places.bits == 6
