"""Models of which only some runs count, under assumptions or where runs rest, by the definition.

A quantifier over paths is one over the paths that count, so each is written out: a path exists that
counts and satisfies the formula, or all do that count.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from counterpoint import check
from counterpoint.errors import Refused
from counterpoint.logic.formula import (
    Atom,
    Fix,
    Formula,
    Junction,
    Junctor,
    Modal,
    Not,
    Path,
    Temporal,
    Tense,
    Variable,
    parts,
)
from counterpoint.logic.parser import parse
from counterpoint.logic.premises import always
from counterpoint.logic.text import show as shown
from counterpoint.logic.well_formed import is_path
from counterpoint.model.model import Model
from counterpoint.model.property import Satisfies
from counterpoint.terms.evaluate import evaluate
from counterpoint.terms.text import text_of
from counterpoint.verdict import Answer
from tests.engines.decide.bounded.test_endless import random_model
from tests.logic.semantics import Fair, Move

from .. import ways
from ..compare import Tally
from ..formula import Words, linear, some, state_formula
from ..oracle import Oracle, mask_of
from ..ways import Ways, audited

ENGINES = ("explicit", "symbolic", "bounded", "auto")


@dataclass(frozen=True)
class Case:
    model: Model
    asked: tuple[Formula, ...]
    engines: tuple[str, ...]
    ways: Ways


def draw(random: Random) -> Case:
    model = random_model(random)
    words = Words(("p", "q"), (), (None,), fair=True)
    asked = some(random, 3, lambda: state_formula(random, words, 2))
    asked += some(random, 4, lambda: linear(random, words, 3))
    asked += some(random, 2, lambda: always(state_formula(random, Words(paths=False), 0)))
    engines = tuple(random.sample(ENGINES, 2))
    return Case(model, tuple(dict.fromkeys(asked)), engines, ways.draw(random))


def compare(case: Case, tally: Tally) -> None:
    oracle, initial = _oracle(case.model)
    own = case.model.requirements["always"]  # it is called so even where the formula is given
    asked = [f for f in case.asked if not _has_steps(f) and shown(f) != own]
    wanted = {formula: _holds(formula, case.model, oracle, initial) for formula in asked}
    name, invariant = next(iter(case.model.requirements.items()))
    for engine in case.engines:
        who = f"{engine} check"
        if not tally.wants(who):
            continue
        with tally.answering(who, "all", Refused):
            verdicts = check(
                case.model, name, *map(Satisfies, asked), engine=engine, **case.ways.options
            )
            for formula in asked:
                verdict = verdicts[str(Satisfies(formula))]
                if verdict.answer is Answer.UNKNOWN:
                    tally.unanswered(who, verdict.reason)
                    continue
                tally.same(who, formula, verdict.answer is Answer.HOLDS, wanted[formula])
            if verdicts[name].answer is not Answer.UNKNOWN:
                holds = _always(invariant, case.model, oracle, initial)
                tally.same(who, name, verdicts[name].answer is Answer.HOLDS, holds)
            audited(verdicts, tally)


def _has_steps(formula: Formula) -> bool:
    """Whether a formula asks for single steps by labels, or is a fixpoint."""
    return any(isinstance(part, Modal | Fix | Variable) for part in parts(formula))


def _oracle(model: Model) -> tuple[Oracle, int]:
    (variable,) = model.variables
    states = [(n,) for n in range(variable.sort.low, variable.sort.high + 1)]  # type: ignore[union-attr]
    rows = [
        tuple(Move(str(label), states.index(there)) for label, there in model.successors(state))
        for state in states
    ]
    known = {
        text: mask_of(n for n, state in enumerate(states) if evaluate(term, {"at": state[0]}))
        for text, term in model.atoms.items()
    }
    known[RESTS.text] = mask_of(n for n, row in enumerate(rows) if row[0].label == "rest")
    fair = tuple(Fair(each.strong, frozenset(map(str, each.labels))) for each in model.fairness)
    initial = mask_of(states.index(state) for state in model.initial())
    return Oracle(rows, known.__getitem__, fair), initial


RESTS = Atom("enabled(rest)")


def _counting(model: Model) -> Formula | None:
    """The formula of the paths that count; None if all do."""
    goes_on = always(Temporal(Tense.FINALLY, (Not(RESTS),)))
    found = model.parts.assumption
    if model.parts.endless:
        found = goes_on if found is None else Junction(Junctor.AND, found, goes_on)
    return found


def _written(formula: Formula, counts: Formula) -> Formula:
    """The formula with quantifiers over the paths that count."""
    match formula:
        case Path(True, of):
            return Path(True, Junction(Junctor.AND, counts, _written(of, counts)))
        case Path(False, of):
            return Path(False, Junction(Junctor.IMPLIES, counts, _written(of, counts)))
        case Not(of):
            return Not(_written(of, counts))
        case Junction(junctor, left, right):
            return Junction(junctor, _written(left, counts), _written(right, counts))
        case Temporal(tense, inner):
            return Temporal(tense, tuple(_written(part, counts) for part in inner))
        case _:
            return formula


def _holds(formula: Formula, model: Model, oracle: Oracle, initial: int) -> bool:
    counts = _counting(model)
    if counts is None:
        return initial & ~oracle.region(formula) == 0
    whole = Path(False, formula) if is_path(formula) else formula
    region = oracle.region(_written(whole, counts))
    if model.parts.endless:
        initial &= oracle.region(Path(True, counts))
    return initial & ~region == 0


def _always(invariant: str, model: Model, oracle: Oracle, initial: int) -> bool:
    """Whether `AG p` holds, of all runs if it is an invariant of the model."""
    formula = parse(invariant)
    if "always" not in model.parts.invariants:
        return _holds(formula, model, oracle, initial)
    reached, more = initial, True
    while more:
        after = mask_of(
            m.target for n, row in enumerate(oracle.rows) if reached >> n & 1 for m in row
        )
        more = bool(after & ~reached)
        reached |= after
    assert isinstance(formula, Path)
    assert isinstance(formula.of, Temporal)
    return reached & ~oracle.region(formula.of.parts[0]) == 0


def show(case: Case) -> str:
    of = case.model.parts
    lines = [f"start: {text_of(of.start)}"]
    lines += [
        f"{a.label}: {text_of(a.guard)} -> {[text_of(t) for _, t in a.updates]}" for a in of.actions
    ]
    lines += [f"{name}: {text_of(term)}" for name, term in of.atoms.items()]
    lines += [f"assumption: {of.assumption and shown(of.assumption)}"]
    lines += [f"endless: {of.endless}, fairness: {of.fairness}"]
    lines += [f"always: {of.requirements['always']}, invariants: {set(of.invariants)}"]
    lines += [f"check: {shown(formula)}" for formula in case.asked]
    return "\n".join([*lines, f"# engines: {', '.join(case.engines)}", f"# {case.ways}"])
