"""TLA+ modules: theorems and steps against a naive evaluator over all assignments."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from counterpoint import TlaModule, check
from counterpoint.errors import CounterpointError
from counterpoint.logic.formula import (
    Atom,
    Const,
    Formula,
    Junction,
    Junctor,
    Path,
    Temporal,
    Tense,
)
from counterpoint.tla.choice import PLAIN, Choice
from counterpoint.tla.evaluate.compiler import Compiler
from counterpoint.tla.modules import load
from counterpoint.tla.syntax import read_expression
from counterpoint.verdict import Answer
from tests.logic.semantics import Fair, Move

from .. import ways
from ..compare import Tally
from ..module import NAMES, STATES, Module, State, claim_text, of_level, text
from ..module_writer import draw as draw_module
from ..oracle import Oracle, bits, mask_of
from ..ways import Ways, audited

SHARE = 3.0


@dataclass(frozen=True)
class Case:
    module: Module
    ways: Ways


def draw(random: Random) -> Case:
    return Case(draw_module(random), ways.draw(random))


class Meaning:
    """All that a specification allows over the domain; every step may also change nothing."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.initial = mask_of(n for n, s in enumerate(STATES) if module.holds(module.init, s))
        self.rows: list[tuple[Move, ...]] = []
        self._fair: dict[tuple[int, int, int], bool] = {}
        reached, todo = set(bits(self.initial)), list(bits(self.initial))
        steps: dict[int, list[int]] = {}
        while todo:
            here = todo.pop()
            steps[here] = [n for n, s in enumerate(STATES) if self.allows(STATES[here], s)]
            fresh = set(steps[here]) - reached
            reached |= fresh
            todo += fresh
        self.reached = mask_of(reached)
        self.steps = steps
        self.rows = [
            tuple(Move(self._label(here, there), there) for there in steps.get(here, [here]))
            for here in range(len(STATES))
        ]

    def allows(self, now: State, then: State) -> bool:
        return all(
            self.module.holds(("box", of, names), now, then) for of, names in self.module.boxes
        )

    def _label(self, here: int, there: int) -> str:
        """Which of the fair actions a step is, as digits."""
        pair = STATES[here], STATES[there]
        return "".join(
            str(int(self.module.holds(("angle", of, names), *pair)))
            for _, of, names in self.module.fair
        )

    def oracle(self) -> Oracle:
        every = {move.label for row in self.rows for move in row}
        fairness, enabled = [], {}
        for number, (strong, of, names) in enumerate(self.module.fair):
            labels = frozenset(label for label in every if label[number] == "1")
            fair = Fair(strong, labels | {f"none{number}"})
            fairness.append(fair)
            can = ("enabled", ("angle", of, names))
            enabled[fair] = mask_of(
                n for n in bits(self.reached) if self.module.holds(can, STATES[n])
            )
        return Oracle(self.rows, self._prop, fairness, enabled)

    def _prop(self, name: str) -> int:
        claim, part = map(int, name.split("."))
        tree = self.module.claims[claim][1][part]
        return mask_of(n for n in bits(self.reached) if self.module.holds(tree, STATES[n]))

    def holds(self, number: int, oracle: Oracle) -> bool:
        """Whether every fair run satisfies a claim; each step that leads on to one counts."""
        form, parts = self.module.claims[number]
        if parts[0][0] == "box":
            fair = oracle.region(Path(True, _g(Const(True))))
            return all(
                self.module.holds(parts[0], STATES[here], STATES[there])
                for here, targets in self.steps.items()
                for there in targets
                if fair >> there & 1
            )
        return self.initial & ~oracle.region(FORMULAS[form](number)) == 0


def _atom(number: int, part: int = 0) -> Formula:
    return Atom(f"{number}.{part}")


def _g(of: Formula) -> Formula:
    return Temporal(Tense.GLOBALLY, (of,))


def _f(of: Formula) -> Formula:
    return Temporal(Tense.FINALLY, (of,))


FORMULAS: dict[str, Any] = {
    "[]{0}": lambda n: _g(_atom(n)),
    "<>{0}": lambda n: _f(_atom(n)),
    "[]<>{0}": lambda n: _g(_f(_atom(n))),
    "<>[]{0}": lambda n: _f(_g(_atom(n))),
    "({0} ~> {1})": lambda n: _g(Junction(Junctor.IMPLIES, _atom(n), _f(_atom(n, 1)))),
    "(<>{0} => []{1})": lambda n: Junction(Junctor.IMPLIES, _f(_atom(n)), _g(_atom(n, 1))),
}


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
        verdicts = check(TlaModule(loaded, None, PLAIN), **case.ways.options)
    except CounterpointError as error:
        tally.unanswered("check", error)
        return
    _theorems(module, meaning, verdicts, tally)
    audited(verdicts, tally)
    _steps(loaded, meaning, tally)


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
    oracle = meaning.oracle()
    free = not _determined(meaning)
    for number, claim in enumerate(module.claims):
        verdict = verdicts.properties[number]
        shown = claim_text(claim)
        kind = "free " if free else ""
        what = f"{kind}{'steps' if claim[1][0][0] == 'box' else claim[0]}"
        if verdict.answer is Answer.UNKNOWN:
            tally.unanswered(what, verdict.reason)
            continue
        holds = meaning.holds(number, oracle)
        if verdict.answer is Answer.FAILS and holds and free:
            tally.unanswered(
                what, "it may fail beyond the domain"
            )  # a free variable may have any value
            continue
        tally.same(what, shown, verdict.answer is Answer.HOLDS, holds)
        if verdict.trace is not None and verdict.answer is Answer.FAILS and not free:
            _shown(f"{what} trace", shown, verdict.trace, meaning, tally)


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


def _shown(what: str, shown: str, trace: Any, meaning: Meaning, tally: Tally) -> None:
    """The run that is shown is one of the specification's."""
    with tally.answering(what, shown):
        states = [STATES.index(tuple(state)) for state in trace.states]
        tally.true(what, shown, meaning.initial >> states[0] & 1, trace.states)
        for here, there in pairwise(states):
            tally.true(what, shown, there in meaning.steps[here], trace.states)
        if trace.loop is not None:
            tally.same(what, shown, states[trace.loop], states[-1])


def _steps(loaded: Any, meaning: Meaning, tally: Tally) -> None:
    """The module as a system has the same states and steps."""
    if not _determined(meaning):
        return
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
    limited = f"\\* {case.ways}"
    return f"{case.module.text}\n{limited}"
