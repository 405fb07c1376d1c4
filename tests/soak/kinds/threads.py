"""B-threads written as Python: what is explored is what live runs do, by replayed histories."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from random import Random
from typing import Any

from counterpoint import (
    CounterpointWarning,
    Event,
    Priority,
    Program,
    Runner,
    Uniform,
    check,
    never,
)
from counterpoint.engines.base.limits import limits_of
from counterpoint.engines.base.task import Task
from counterpoint.engines.search.network.enumerate import enumerate_states
from counterpoint.engines.search.network.search import search
from counterpoint.errors import CounterpointError
from counterpoint.model.network import Network
from counterpoint.model.system import REST
from counterpoint.verdict import Answer
from tests.engines.search.network.test_explore import by_groups, unordered

from .. import ways
from ..compare import Tally
from ..program import Live, module_of, written
from ..ways import Ways, audited

MOST = 400
"""States up to which a program is searched; one that counts without end has no last one."""


@dataclass(frozen=True)
class Case:
    source: str
    external: bool
    by_priority: bool
    seed: int
    ways: Ways


def draw(random: Random) -> Case:
    return Case(
        written(random),
        random.randrange(4) == 3,
        bool(random.randrange(2)),
        random.randrange(1 << 16),
        ways.draw(random),
    )


def compare(case: Case, tally: Tally) -> None:
    room = module_of(case.source)
    outside = (room["A"], room["C"]) if case.external else ()
    strategy = Priority() if case.by_priority else Uniform()
    program = Program(*room["THREADS"], external=outside, strategy=strategy)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CounterpointWarning)
        try:
            network = program.network(case.ways.tuning)
        except CounterpointError as error:
            tally.unanswered("reading", error)
            return
        except NameError:  # UnboundLocalError: the text is wrong by itself
            tally.unanswered("reading", "a variable without a value")
            return
        _walks(case, program, network, tally)
        _searches(network, tally)
        _checks(case, program, network, tally)


def _walks(case: Case, program: Program, network: Network, tally: Tally) -> None:
    """At each step of random walks the network offers what the b-threads ask for."""
    random = Random(case.seed)
    for _ in range(6):
        (state,) = network.initial()
        live = Live(program.threads)
        for _ in range(8):
            if live.failed:
                break
            wanted = live.enabled(case.by_priority)
            if not wanted and live.voices:
                wanted = live.outside(program.external or ())
            steps = [(e, there) for e, there in network.successors(state) if e is not REST]
            if not tally.same("choices", live.events, {e for e, _ in steps}, wanted) or not steps:
                break
            event, state = random.choice(steps)
            assert isinstance(event, Event)
            live.hear(event)


def _searches(network: Network, tally: Tally) -> None:
    task = Task(edges=True)
    found = search(network, Task(limits_of(MOST, None)))
    if found.stopped:
        tally.unanswered("too large")
        return
    with tally.answering("searches", "facts"):
        enumerated = unordered(enumerate_states(network, task))
        for name, way in (("native", search), ("groups", by_groups)):
            for fact, value in unordered(way(network, task)).items():
                tally.same(f"{name} search", fact, value, enumerated[fact])


def _checks(case: Case, program: Program, network: Network, tally: Tally) -> None:
    """Live runs stay inside of what a check says: an event that never comes does not come."""
    events: list[Any] = network.alphabet
    with tally.answering("check", "all properties", CounterpointError):
        verdicts = check(
            program, "assertions", *map(never, events), limit_states=MOST, **case.ways.options
        )
        for verdict in verdicts:
            if verdict.trace is not None and verdict.answer is Answer.FAILS:
                with tally.answering("trace", verdict.name):
                    verdict.trace.replay(network)
                    live = Live(program.threads)
                    for event in verdict.trace.events:
                        assert isinstance(event, Event)
                        live.hear(event)
                    if verdict.name == "assertions":
                        tally.true("trace", verdict.name, live.failed, verdict.trace.events)
                    else:
                        tally.true("trace", verdict.name, True)
        audited(verdicts, tally)
        if program.external:
            return
        absent = {str(e) for e in events if verdicts[f"never {e}"].answer is Answer.HOLDS}
        for seed in range(4):
            try:
                tuning = case.ways.tuning
                came = Runner(program, seed=case.seed + seed, tuning=tuning).run(12).events
            except AssertionError:
                failed = verdicts["assertions"].answer is not Answer.HOLDS
                tally.true("run", "assertions", failed, "a run fails")
                continue
            tally.same("run", "never", absent & {str(e) for e in came}, set())


def show(case: Case) -> str:
    limited = f"# {case.ways}"
    outside = "# external=(A, C)" if case.external else ""
    strategy = "# strategy=Priority()" if case.by_priority else ""
    return f"{case.source}\n{outside}\n{strategy}\n{limited}"
