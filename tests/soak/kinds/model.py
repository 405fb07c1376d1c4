"""Models: every engine, over reachable and over all states, against states found one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from counterpoint import Model, StateSpace, advice, check, solve
from counterpoint.errors import (
    CounterpointError,
    NotAGame,
    NothingToCheck,
    OutOfSort,
    Refused,
)
from counterpoint.games.advice import Advice, Value
from counterpoint.games.known import States
from counterpoint.games.solve import Solution
from counterpoint.logic.formula import Formula, Team, atoms_of
from counterpoint.model.property import Satisfies
from counterpoint.verdict import Answer

from .. import ways
from ..compare import Tally
from ..formula import Words, linear, reached, some, state_formula, temporal
from ..model import Outside, Plain, Table, Written, table
from ..model_writer import draw as draw_model
from ..oracle import Oracle, bits, is_named, mask_of, remembering
from ..ways import Ways, audited

SHARE = 3.0
MOST_ADVISED = 60
"""States in which advice is asked for."""
ON_DISK = 10
"""Formulas that are asked with the states on disk, where most of them are refused."""
ENGINES = ("explicit", "symbolic", "cudd")


@dataclass(frozen=True)
class Case:
    written: Written
    engines: tuple[str, ...]
    over: str
    formulas: tuple[Formula, ...]
    asked: tuple[Formula, ...]
    goals: tuple[tuple[str, Formula], ...]
    ways: Ways


def draw(random: Random) -> Case:
    written = draw_model(random)
    players = Plain(written).players
    names = tuple(act.name for act in written.acts)
    labels = (None, *names, *(act.label(act.numbers[0]) for act in written.acts))
    fair = bool(written.weak or written.strong)
    atoms = ("p", "q", f"enabled({names[0]})", "enabled(rest)")
    words = Words(atoms, () if fair else players, labels, fair=fair)
    teamless = Words(atoms, (), labels, fair=fair)
    engines = tuple(name for name in ENGINES if random.randrange(3)) or ("symbolic",)
    past = Words((*atoms[:2], names[0], f"once({names[-1]})"))
    asked = some(random, 8, lambda: state_formula(random, teamless, 2))
    asked += some(random, 8, lambda: linear(random, teamless, 3))
    asked += some(random, 4, lambda: linear(random, past, 2))
    asked += some(random, 4, lambda: reached(random, Words(atoms)))
    goals: tuple[tuple[str, Formula], ...] = ()
    if players and not fair:

        def goal() -> Formula:
            return temporal(random, lambda: state_formula(random, teamless, 1))

        goals = some(random, 3, lambda: (random.choice(players), goal()))
    return Case(
        written,
        engines,
        "all" if random.randrange(3) == 2 else "reachable",
        some(random, 150, lambda: state_formula(random, words, random.randint(1, 3))),
        asked,
        goals,
        ways.draw(random),
    )


def compare(case: Case, tally: Tally) -> None:
    try:
        model = case.written.model()
    except CounterpointError as error:  # such as a number that is never reached
        tally.unanswered("declaring", error)
        return
    plain = Plain(case.written, case.over)
    try:
        found = table(plain)
    except Outside:
        _all_say_outside(case, model, tally)
        return
    if found is None:
        tally.unanswered("too large")
        return
    _compare(case, model, plain, found, tally)


def _all_say_outside(case: Case, model: Model, tally: Tally) -> None:
    for engine in case.engines:
        try:
            StateSpace(model, over=case.over, engine=engine, **case.ways.options).where("p")
        except OutOfSort:
            tally.same(f"{engine} out of sort", "p", "raised", "raised")
        except Exception as error:  # whatever it is, it is not what is to be said
            tally.same(f"{engine} out of sort", "p", repr(error), "raised")
        else:
            tally.same(f"{engine} out of sort", "p", "an answer", "raised")


def _compare(case: Case, model: Model, plain: Plain, found: Table, tally: Tally) -> None:
    oracle = Oracle(found.rows, _props(plain, found), found.fairness)
    few = max(4, 4000 // len(found.states)) if found.states else 4  # what takes the oracle long
    wanted = [(formula, oracle.region(formula)) for formula in case.formulas[:few]]
    refusals = (Refused, NotAGame) if found.contested else (Refused,)
    for name, target in _targets(case, model, plain):
        if not tally.wants(name):
            continue
        engine = name.partition(" ")[0]
        space = StateSpace(target, over=case.over, engine=engine, **case.ways.options)
        for formula, region in wanted:
            with tally.answering(name, formula, *refusals):
                states = space.where(formula)
                tally.same(name, formula, set(states), {found.states[n] for n in bits(region)})
                tally.same(f"{name} count", formula, states.count, region.bit_count())
    if case.over == "reachable":
        with TemporaryDirectory() as folder:
            space = StateSpace(model, disk=folder, **case.ways.options)
            for formula, region in wanted[:ON_DISK]:
                with tally.answering("disk", formula, *refusals):
                    known = {found.states[n] for n in bits(region)}
                    tally.same("disk", formula, set(space.where(formula)), known)
            del space
        _checked(case, model, found, oracle, tally)
    if not found.contested:
        _solved(case, model, found, oracle, tally)


def _targets(case: Case, model: Model, plain: Plain) -> Iterator[tuple[str, Any]]:
    for engine in case.engines:
        yield engine, model
    if case.over == "reachable" and not (plain.players or case.written.weak or case.written.strong):
        yield "auto system", plain


def _props(plain: Plain, found: Table) -> Callable[[str], int]:
    known: dict[str, int] = {}

    def true(text: str) -> Iterable[int]:
        kind, _, inside = text.removesuffix(")").partition("(")
        if kind == "enabled":
            rows = enumerate(found.rows)
            return (n for n, row in rows if any(is_named(m.label, inside) for m in row))
        atom = plain.atoms[text]
        return (n for n, state in enumerate(found.states) if atom(state))

    def prop(text: str) -> int:
        if text not in known:
            known[text] = mask_of(true(text))
        return known[text]

    return prop


def _checked(case: Case, model: Model, found: Table, oracle: Oracle, tally: Tally) -> None:
    asked = tuple(dict.fromkeys(case.asked))[: 2 + 2000 // max(1, len(found.states))]
    past = sorted({text for each in asked for text in _past(each, case)})
    known, initial = remembering(oracle, found.initial, past)
    holds = {formula: initial & ~known.region(formula) == 0 for formula in asked}
    for engine in (*case.engines, "bounded", "disk") if asked else ():
        name = f"{engine} check"
        if not tally.wants(engine):
            continue
        with tally.answering(name, "all formulas", Refused), TemporaryDirectory() as folder:
            kept: dict[str, Any] = {"engine": engine}
            if engine == "disk":
                kept = {"disk": f"{folder}/states"}
            verdicts = check(model, *map(Satisfies, asked), **kept, **case.ways.options)
            for formula in asked:
                verdict = verdicts[str(formula)]
                if verdict.answer is Answer.UNKNOWN:
                    tally.unanswered(name, verdict.reason)
                    continue
                tally.same(name, formula, verdict.answer is Answer.HOLDS, holds[formula])
                if verdict.trace is not None:
                    with tally.answering(f"{engine} trace", formula):
                        verdict.trace.replay(model)
                        tally.true(f"{engine} trace", formula, True)
            if not past and verdicts.complete and engine != "bounded":  # which counts no states
                tally.same(f"{engine} states", "all", verdicts.states, len(found.states))
                if verdicts.transitions is not None:
                    counts = verdicts.transitions, found.transitions
                    tally.same(f"{engine} transitions", "all", *counts)
            audited(verdicts, tally)


def _past(formula: Formula, case: Case) -> Iterator[str]:
    names = {act.name for act in case.written.acts}
    for each in atoms_of(formula):
        if each.text in names or each.text.startswith("once("):
            yield each.text


def _solved(case: Case, model: Model, found: Table, oracle: Oracle, tally: Tally) -> None:
    if not found.initial:
        return
    known: dict[str, States] = {}
    for engine, (player, goal) in product(case.engines, case.goals):
        name, question = f"{engine} solve", f"{player}: {goal}"
        if not tally.wants(engine):
            continue
        with tally.answering(name, question, Refused, NothingToCheck):
            solution = solve(
                model, player=player, goal=goal, over=case.over, engine=engine, task=case.ways.task
            )
            region = oracle.region(Team((player,), True, goal))
            winning = {found.states[n] for n in bits(region)}
            if tally.same(name, question, set(solution.winning), winning):
                _played(f"{engine} strategy", question, solution, goal, found, oracle, tally)
                usual = solve(model, player=player, goal=goal, over=case.over)
                known[player] = usual.known
                _advised(f"{engine} advice", solution, known, goal, found, oracle, tally)


def _played(
    name: str, question: str, solution: Any, goal: Formula, found: Table, oracle: Oracle,
    tally: Tally,
) -> None:  # fmt: skip
    """The strategy wins whatever the others do: all paths that it leaves satisfy the goal."""
    region = mask_of(n for n, state in enumerate(found.states) if state in solution.winning)
    with tally.answering(name, question, Refused, NotAGame):
        rows = list(oracle.rows)
        for n in bits(region):
            chosen = solution.strategy.move(found.states[n])
            if chosen is not None:
                (player,) = solution.player
                rows[n] = [
                    m for m in rows[n] if m.owner != player or m.label == str(chosen)
                ]  # fmt: skip
        lost = region & ~oracle.left_by(rows, goal)
        tally.true(name, question, lost == 0, [found.states[n] for n in bits(lost)])


def _advised(
    name: str, solution: Solution, known: dict[str, States], goal: Formula, found: Table,
    oracle: Oracle, tally: Tally,
) -> None:  # fmt: skip
    """Who follows advice wins whatever the others do, and want; and all ways advise the same."""
    (player,) = solution.player
    question = f"{player}: {goal}, beside {', '.join(known)}"
    rows, won = list(oracle.rows), []
    with tally.answering(name, question, Refused, NotAGame):
        for n, state in enumerate(found.states[:MOST_ADVISED]):
            if not any(m.owner == player for m in rows[n]):
                continue
            game = solution.ground.game
            told = advice(game, state, {**known, player: solution.known})
            again = advice(game, state, known)
            tally.same(f"{name} by tuning", (question, state), _ranked(told), _ranked(again))
            good = {(str(move.label), move.state) for move in told.equals}
            if told.value is Value.WIN:
                won.append(n)
                rows[n] = [
                    m
                    for m in rows[n]
                    if m.owner != player or (m.label, found.states[m.target]) in good
                ]
        lost = mask_of(won) & ~oracle.left_by(rows, goal)
        if len(found.states) <= MOST_ADVISED:
            tally.true(name, question, lost == 0, [found.states[n] for n in bits(lost)])


def _ranked(told: Advice) -> object:
    """Advice without the order of equal moves."""
    moves = {(str(m.label), m.state, m.value, m.distance, m.rank) for m in told.moves}
    return told.value, moves


def show(case: Case) -> str:
    lines = [case.written.source, f"# engines: {', '.join(case.engines)}; over: {case.over}"]
    lines += [f"# {case.ways}"]
    lines += [f"# where: {formula}" for formula in case.formulas]
    lines += [f"# check: {formula}" for formula in case.asked]
    lines += [f"# solve: {player}: {goal}" for player, goal in case.goals]
    return "\n".join(lines)
