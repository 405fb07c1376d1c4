"""TLA+ modules: theorems and steps against a naive evaluator over all assignments."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from counterpoint import TlaModule, Verdicts, check
from counterpoint.errors import CounterpointError
from counterpoint.tla.choice import PLAIN, Choice
from counterpoint.tla.compiler import Compiler
from counterpoint.tla.modules import load
from counterpoint.tla.syntax import read_expression
from counterpoint.verdict import Answer

from .. import ways
from ..compare import Tally
from ..meaning import Meaning
from ..module import NAMES, STATES, Module, State, claim_text, of_level, text
from ..module_writer import draw as draw_module
from ..oracle import bits
from ..ways import Ways, audited

SHARE = 3.0


@dataclass(frozen=True)
class Case:
    """`limit` is how many states may be seen at most, if not all; they may be on disk."""

    module: Module
    ways: Ways
    limit: int | None
    on_disk: bool = False


def draw(random: Random) -> Case:
    limit = random.choice([None, None, None, random.randint(1, 20)])
    return Case(draw_module(random), ways.draw(random), limit, random.randrange(3) == 0)


def compare(case: Case, tally: Tally) -> None:
    module = case.module
    if not module.claims:
        return
    meaning = Meaning(module)
    try:
        loaded = load("M.tla", text=module.text)
    except CounterpointError as error:
        tally.unanswered("loading", error)
        return
    if tally.wants("evaluator"):
        _expressions(module, loaded, tally)
    if tally.only == "evaluator":
        return
    try:
        verdicts = _checked(TlaModule(loaded, None, PLAIN), case)
    except CounterpointError as error:
        tally.unanswered("check", error)
        return
    _theorems(module, meaning, verdicts, tally)
    audited(verdicts, tally)
    _steps(loaded, meaning, tally)


def _checked(module: TlaModule, case: Case) -> Verdicts:
    if not case.on_disk:
        return check(module, limit_states=case.limit, **case.ways.options)
    options = case.ways.options | {"tuning": replace(case.ways.tuning, walk_work=0)}
    with TemporaryDirectory() as folder:
        return check(module, limit_states=case.limit, disk=f"{folder}/states", **options)


def _expressions(module: Module, loaded: Any, tally: Tally) -> None:
    """Each expression of the claims has its value in every state, or of every step."""
    compiler = Compiler(NAMES)
    pairs = [(a, b) for a in STATES[::4] for b in STATES[::2]]
    for _, parts in module.claims:
        for tree in parts:
            with tally.answering("evaluator", text(tree), CounterpointError):
                of_steps = of_level(tree) == 2
                test = compiler.test(read_expression(text(tree)), loaded.scope)
                where = pairs if of_steps else [(state,) for state in STATES]
                found = [where_ for where_ in where if test(compiler.frame(*where_))]
                wanted = [where_ for where_ in where if module.holds(tree, *where_)]
                tally.same("evaluator", text(tree), found, wanted)


def _theorems(module: Module, meaning: Meaning, verdicts: Any, tally: Tally) -> None:
    free = not _determined(meaning)
    for number, claim in enumerate(module.claims):
        verdict = verdicts.properties[number]
        shown = claim_text(claim)
        kind = "free " if free else ""
        what = f"{kind}{'steps' if claim[1][0][0] == 'box' else claim[0]}"
        if verdict.answer is Answer.UNKNOWN:
            tally.unanswered(what, verdict.reason)
            continue
        holds = meaning.holds(number)
        if verdict.answer is Answer.FAILS and holds and free:
            tally.unanswered(
                what, "it may fail beyond the domain"
            )  # a free variable may have any value
            continue
        tally.same(what, shown, verdict.answer is Answer.HOLDS, holds)
        if verdict.trace is not None and verdict.answer is Answer.FAILS and not free:
            _shown(f"{what} trace", number, verdict.trace, meaning, tally)


def _determined(meaning: Meaning) -> bool:
    """Whether every variable has its values by the specification: else all values are allowed."""
    start = [STATES[n] for n in bits(meaning.initial)]
    pairs = [(STATES[a], STATES[b]) for a, targets in meaning.steps.items() for b in targets]
    return not any(_ranges(start, at) or _steps_range(pairs, at) for at in range(len(NAMES)))


def _ranges(states: list[State], at: int) -> bool:
    """Whether some state is there with every value of one variable."""
    known = set(states)
    return any(all((*s[:at], other, *s[at + 1 :]) in known for other in range(3)) for s in states)


def _steps_range(pairs: list[tuple[State, State]], at: int) -> bool:
    after: dict[State, list[State]] = {}
    for here, there in pairs:
        after.setdefault(here, []).append(there)
    return any(_ranges(found, at) for found in after.values())


def _shown(what: str, number: int, trace: Any, meaning: Meaning, tally: Tally) -> None:
    """The run that is shown is one of the specification's, and violates the claim."""
    shown = claim_text(meaning.module.claims[number])
    with tally.answering(what, shown):
        states = [STATES.index(tuple(state)) for state in trace.states]
        tally.true(what, shown, meaning.initial >> states[0] & 1, trace.states)
        for here, there in pairwise(states):
            tally.true(what, shown, there in meaning.steps[here], trace.states)
        if trace.loop is not None:
            tally.same(what, shown, states[trace.loop], states[-1])
        shows = meaning.shows(number, states, trace.loop)
        tally.true(f"{what} shows", shown, shows, (trace.states, trace.loop))


def _steps(loaded: Any, meaning: Meaning, tally: Tally) -> None:
    """The module as a system has the same states and steps."""
    if not _determined(meaning) or any(form == "[]{0}" for form, _ in meaning.module.assumed):
        return  # a claim about states that is assumed takes steps away
    system = TlaModule(loaded, None, Choice(spec="Spec"))
    try:
        found = {tuple(state) for state in system.initial()}
    except CounterpointError as error:
        tally.unanswered("initial", error)
        return
    tally.same("initial", "Init", found, {STATES[n] for n in bits(meaning.initial)})
    for here, targets in meaning.steps.items():
        try:
            after = {tuple(there) for _, there in system.successors(STATES[here])}
        except CounterpointError as error:
            tally.unanswered("successors", error)
            continue
        wanted = {STATES[there] for there in targets}
        tally.same("successors", STATES[here], after | {STATES[here]}, wanted)


def show(case: Case) -> str:
    limited = f"\\* {case.ways}; at most {case.limit or 'all'} states"
    return f"{case.module.text}\n{limited}"
