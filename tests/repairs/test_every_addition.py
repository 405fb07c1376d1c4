"""`repair` finds an addition to a small program exactly if there is one, by trying them all.

Each candidate is a real b-thread: the program with it is run, and checked like any.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from counterpoint import Body, Event, Program, check, events, repair, sync, thread
from counterpoint.logic.parser import parse
from counterpoint.model.system import REST
from counterpoint.repairs.results import Outcome
from counterpoint.repairs.safety import always_body

from ..share import share

P, Q = EVENTS = events("P Q")

MOST = 2

FORMULAS = (
    "G !P", "G (P -> once(Q))", "G (P -> !once(Q))", "G (P -> X !P)", "G (P -> X G !P)", "G F P",
    "F Q", "G (Q -> F P)", "!F P", "F G !Q", "(!P) W Q",
)  # fmt: skip

Said = tuple[tuple[Event, ...], tuple[Event, ...]]
"""What a statement waits for, and what it blocks or requests."""


@thread
def old(statements: tuple[tuple[str, Said], ...], loops: bool) -> Body:
    """A b-thread of the program: each statement requests or waits, and blocks."""
    while True:
        for kind, (hears, blocks) in statements:
            if kind == "request":
                yield sync(request=hears, block=blocks)
            else:
                yield sync(wait_for=hears, block=blocks)
        if not loops:
            return


@thread
def candidate(statements: tuple[Said, ...], loops: bool) -> Body:
    """An addition as the documents describe it."""
    while True:
        for waits, blocks in statements:
            yield sync(wait_for=waits, block=blocks)
        if not loops:
            return


SETS = ((), (P,), (Q,), (P, Q))


def random_program(chance: random.Random) -> Program:
    threads = []
    for _ in range(chance.choice((1, 2))):
        statements = tuple(
            (chance.choice(("request", "wait")),
             (chance.choice(SETS[1:]), chance.choice(((), (), (), (P,), (Q,)))))
            for _ in range(chance.choice((1, 1, 2)))
        )  # fmt: skip
        threads.append(old(statements, chance.random() < 0.5))
    external = chance.choice(((), (P,), (Q,), (P, Q)))
    return Program(*threads, external=external)


def candidates(may: frozenset[Event], most: int) -> Iterator[tuple[tuple[Said, ...], bool]]:
    """All that name up to so many events, with those that wait for nothing at their end."""
    for rows in range(1, 4):
        slots = [(row, False, e) for row in range(rows) for e in EVENTS]
        slots += [(row, True, e) for row in range(rows) for e in may]
        for size, loops in product(range(1, most + 1), (False, True)):
            for chosen in combinations(slots, size):
                said = tuple(
                    tuple(
                        tuple(e for at, deed, e in chosen if at == row and deed is which)
                        for which in (False, True)
                    )
                    for row in range(rows)
                )
                ends = all(waits for waits, _ in said)
                stays = not loops and all(waits for waits, _ in said[:-1]) and said[-1][1]
                if (ends or stays) and any(blocks for _, blocks in said):
                    yield said, loops  # type: ignore[misc]


def is_fine(program: Program, wanted: str, may: frozenset[Event], added: Program) -> bool:
    """Whether a program with an addition has the property, and keeps what it must."""
    before, after = (
        check(each, wanted, "assertions", "deadlock", "hot-termination").properties
        for each in (program, added)
    )
    kept = [now for was, now in zip(before[1:], after[1:], strict=True) if was]
    may_be_vacuous = always_body(parse(wanted)) is not None
    if not all([after[0], *kept]) or (after[0].vacuous and not may_be_vacuous):
        return False
    return _spares_all(program, may, added)


def ends_nothing(program: Program, added: Program) -> bool:
    """Whether every event that could happen, and could always happen again, still can."""
    known = [event for event in EVENTS if event in program.network().alphabet]
    asked = [f"{form} {event}" for form in ("A G !", "A G E F") for event in known]
    before, after = (check(each, *asked).properties[: len(asked)] for each in (program, added))
    could = zip(before, after, strict=True)
    return not any(
        (now and not was) if at < len(known) else (was and not now)
        for at, (was, now) in enumerate(could)
    )


def _spares_all(program: Program, may: frozenset[Event], added: Program) -> bool:
    """Whether the environment is free, and no state is a deadlock that was none."""
    old, new = program.network(), added.network()
    todo = [(old.initial()[0], new.initial()[0])]
    seen = set()
    while todo:
        pair = todo.pop()
        if pair in seen:
            continue
        seen.add(pair)
        here, there = pair
        could = {label for label, _ in old.successors(here) if label is not REST}
        can = {label: to for label, to in new.successors(there) if label is not REST}
        if any(label not in may and label not in can for label in could):
            return False
        if could and not can and any(voice.request for voice in new.voices(there)):
            return False
        for label, to in can.items():
            todo.append((old.step(here, old.event_index(label)), to))
    return True


def differences(seed: int, most: int = MOST) -> str:
    """What `repair` says wrongly of a random program; empty if nothing is wrong."""
    chance = random.Random(seed)
    program, wanted = random_program(chance), chance.choice(FORMULAS)
    inside = [e for e in EVENTS if e in program.network().alphabet]
    asked = tuple(e for e in inside if chance.random() < 0.5)
    may = frozenset(asked or set(inside) - set(program.external or ()))
    if ("P" in wanted and P not in inside) or ("Q" in wanted and Q not in inside):
        return ""
    if check(program, wanted).properties[0]:
        return ""
    found = repair(program, wanted, size=most, may_block=map(str, asked))
    fine = [
        each
        for each in candidates(may, most)
        if is_fine(program, wanted, may, program.plus(candidate(*each)))
    ]
    whole = [each for each in fine if ends_nothing(program, program.plus(candidate(*each)))]
    may_find = not fine if found.outcome is Outcome.IMPOSSIBLE else bool(found) or not whole
    if may_find and all(is_fine(program, wanted, may, each.target) for each in found):
        return ""
    said = f"{found.outcome}: {found.reason}"
    return f"{seed}: {wanted} may {asked}: {said}, tried by hand: {whole[:3]}, {fine[:3]}"


@pytest.mark.parametrize("seed", range(share(100)))
def test_an_addition_is_found_exactly_if_there_is_one(seed: int) -> None:
    assert not differences(seed)
