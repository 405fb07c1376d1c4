"""B-threads from tables: every search and check against whole histories, formulas by definition."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from counterpoint import Program, StateSpace, Thread, check, never, solve
from counterpoint.engines.base.task import Task
from counterpoint.engines.search.network.enumerate import enumerate_states
from counterpoint.engines.search.network.search import search
from counterpoint.errors import NotAGame, Refused
from counterpoint.logic.formula import Formula, Team, atoms_of
from counterpoint.model.property import Satisfies
from counterpoint.verdict import Answer
from tests.conformance.brute_force import ALPHABET, Graph, Voice
from tests.engines.search.network.test_explore import by_groups, unordered
from tests.engines.unfolded import atoms_for, unfolded

from .. import ways
from ..compare import Tally
from ..formula import Words, linear, some, state_formula, temporal
from ..oracle import Oracle, mask_of
from ..program import STRATEGIES, Settings, settings, tabled
from ..ways import Ways, audited

ATOMS = (
    "A", "B", "C", "once(A)", "once(C)", "enabled(A)", "enabled(B)", "enabled(rest)",
    "requested(A)", "blocked(B)", "hot", "hot(automaton)", "ended(automaton)", "automaton.row = 1",
    "automaton.row != 0",
)  # fmt: skip
PROPERTIES = ("assertions", "deadlock", "hot-termination", "hot-cycle", "hot-system-cycle")


@dataclass(frozen=True)
class Case:
    threads: tuple[Thread, ...]
    settings: Settings
    seed: int
    ways: Ways


def draw(random: Random) -> Case:
    threads = tuple(tabled(random) for _ in range(random.randint(1, 3)))
    told = settings(random, game=random.randrange(3) == 2, fair=random.randrange(3) == 2)
    return Case(threads, told, random.randrange(1 << 16), ways.draw(random))


def compare(case: Case, tally: Tally) -> None:
    program = case.settings.program(*case.threads)
    if any(map(tally.wants, ("check", "trace"))):
        _histories(case, program, tally)
    if any(map(tally.wants, ("searches", "native", "groups"))):
        _searches(program, tally)
    if any(map(tally.wants, ("where", "check", "trace", "solve", "strategy"))):
        _formulas(case, program, tally)


def _histories(case: Case, program: Program, tally: Tally) -> None:
    """The check of a program says what a plain search of all histories finds."""
    select = STRATEGIES[case.settings.strategy][1]
    graph = Graph(program, select)
    until_final = Graph(program, select, not_followed=case.settings.final)
    wanted: dict[str, int | None] = {
        "assertions": graph.depth_of(graph.failed),
        "deadlock": until_final.depth_of(until_final.deadlocks),
        "hot-termination": graph.depth_of(graph.hot_and_quiet),
    }
    for event in ALPHABET:
        depth = graph.depth_of(key for key, choices in graph.choices.items() if event in choices)
        wanted[f"never {event}"] = None if depth is None else depth + 1
    hot = graph.where(_is_hot)
    names = {voice.name for world in graph.worlds.values() for voice in world.voices}
    each = [graph.where(partial(_is_hot, name=name)) for name in names]
    is_fair = bool(case.settings.weak or case.settings.strong)
    _by_bounded_search(case, program, wanted, tally)
    with tally.answering("check", "all properties"):
        verdicts = check(program, *PROPERTIES, *map(never, ALPHABET), **case.ways.options)
        tally.same("check states", "all", verdicts.states, len(graph.worlds))
        tally.same("check transitions", "all", verdicts.transitions, len(graph.steps))
        for name, depth in wanted.items():
            trace = verdicts[name].trace
            if verdicts[name].answer is Answer.UNKNOWN:
                tally.unanswered("check", verdicts[name].reason)
                continue
            found = verdicts[name].answer is Answer.HOLDS, trace and len(trace.events)
            tally.same("check", name, found, (depth is None, depth))
            if trace is not None:
                with tally.answering("trace", name):
                    trace.replay(program.network(case.ways.tuning))
        cycles = {
            "hot-system-cycle": graph.has_cycle_inside(hot),
            "hot-cycle": any(map(graph.has_cycle_inside, each)),
        }
        for name, cycle in cycles.items():
            answer = verdicts[name].answer
            if answer is Answer.UNKNOWN:
                tally.unanswered("check", verdicts[name].reason)
            elif answer is Answer.HOLDS and cycle and is_fair:
                # Formulas ask whether one is fair, of an oracle that knows fairness.
                tally.unanswered("check", "no cycle is fair")
            else:
                tally.same("check", name, answer is Answer.FAILS, cycle)
        audited(verdicts, tally)


def _by_bounded_search(
    case: Case, program: Program, wanted: dict[str, int | None], tally: Tally
) -> None:
    """Bounded search says the same, and its runs are as short as they can be."""
    name, options = "check by bounded search", {**case.ways.options, "engine": "bounded"}
    with tally.answering(name, "all properties", Refused):
        verdicts = check(program, *PROPERTIES[:3], *map(never, ALPHABET), **options)
        for prop, depth in wanted.items():
            trace = verdicts[prop].trace
            if verdicts[prop].answer is Answer.UNKNOWN:
                tally.unanswered(name, verdicts[prop].reason)
                continue
            found = verdicts[prop].answer is Answer.HOLDS, trace and len(trace.events)
            tally.same(name, prop, found, (depth is None, depth))
            if trace is not None:
                with tally.answering("trace", prop):
                    trace.replay(program.network(case.ways.tuning))
        audited(verdicts, tally)


def _is_hot(voice: Voice, name: str | None = None) -> bool:
    return voice.said is not None and voice.said.hot and name in (None, voice.name)


def _searches(program: Program, tally: Tally) -> None:
    """Every way to explore a network finds the same."""
    network = program.network()
    task = Task(edges=True)
    with tally.answering("searches", "facts"):
        enumerated = unordered(enumerate_states(network, task))
        native = {"groups": by_groups, "native": search} if network.select is None else {}
        for name, way in native.items():
            for fact, value in unordered(way(network, task)).items():
                tally.same(f"{name} search", fact, value, enumerated[fact])


def _formulas(case: Case, program: Program, tally: Tally) -> None:
    random = Random(case.seed)
    texts = atoms_for(program, ATOMS)
    texts = random.sample(texts, min(3, len(texts)))
    there = unfolded(program, texts)
    if len(there.pairs) > 200 or not texts:
        tally.unanswered("too large")
        return
    known = {str(label) for label in program.network().origin.labels()}
    fair = bool(there.kripke.fairness)
    players = () if fair or there.contested else tuple(name for name, _ in case.settings.owners)
    labels = (None, *sorted(known & {"A", "B"}))
    words = Words(texts, players, labels, fair=fair)
    props = {text: mask_of(states) for text, states in there.kripke.props.items()}
    oracle = Oracle(there.kripke.steps, props.__getitem__, there.kripke.fairness)
    space = StateSpace(program, **case.ways.options)
    asked = some(random, 150, lambda: state_formula(random, words, random.randint(1, 3)))
    paths = some(random, 6, lambda: linear(random, words, 2))
    for formula in asked + paths:
        region = oracle.region(formula)
        with tally.answering("where", formula):
            wanted = _named(formula, region, there.pairs)
            tally.same("where", formula, set(space.where(formula)), wanted)
    regions = {formula: oracle.region(formula) for formula in asked[:4] + paths}
    for engine in ("auto", "bounded") if regions else ():
        name = "check formulas" if engine == "auto" else "check formulas by bounded search"
        with tally.answering(name, "all", Refused):
            options = {**case.ways.options, "engine": engine}
            verdicts = check(program, *map(Satisfies, regions), **options)
            for formula, region in regions.items():
                verdict = verdicts[str(formula)]
                if verdict.answer is Answer.UNKNOWN:
                    tally.unanswered(name, verdict.reason)
                else:
                    holds = verdict.answer is Answer.HOLDS
                    tally.same(name, formula, holds, bool(region & 1))
                if verdict.trace is not None:
                    with tally.answering("trace", formula):
                        verdict.trace.replay(program.network(case.ways.tuning))
            audited(verdicts, tally)
    if players:
        _solved(case, program, players, random, words, oracle, there.pairs, tally)


def _named(formula: Formula, region: int, pairs: Any) -> set[Any]:
    """The states with what a formula asks of the past, if it asks that."""
    texts = {each.text for each in atoms_of(formula)}
    past = {text for text in texts if text.isupper() or text.startswith("once(")}
    true = [pair for n, pair in enumerate(pairs) if region >> n & 1]
    return {(state, facts & past) if past else state for state, facts in true}


def _solved(
    case: Case, program: Program, players: Any, random: Random, words: Words, oracle: Oracle,
    pairs: Any, tally: Tally,
) -> None:  # fmt: skip
    """Who wins is who wins by definition, and the strategy passes its own verification."""
    for _ in range(2):
        player = random.choice(players)
        goal = temporal(random, lambda: state_formula(random, Words(words.atoms), 1))
        with tally.answering("solve", f"{player}: {goal}", Refused, NotAGame):
            solution = solve(program, player=player, goal=goal, task=case.ways.task)
            wanted = _named(goal, oracle.region(Team((player,), True, goal)), pairs)
            tally.same("solve", f"{player}: {goal}", set(solution.winning), wanted)
            tally.true("strategy", f"{player}: {goal}", bool(solution.verify()), solution)


def show(case: Case) -> str:
    threads = "\n".join(f"# {thread.name}{thread.args}" for thread in case.threads)
    limited = f"# {case.ways}"
    return f"{threads}\n# {case.settings}\n{limited}\n# the formulas come from seed {case.seed}"
