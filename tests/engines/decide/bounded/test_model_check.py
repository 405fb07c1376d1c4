"""Bounded checks of models against states that are listed one by one, and proofs by brute force."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from counterpoint import Model, check, step
from counterpoint.alarm import require_going_on
from counterpoint.audit.reference import MANY_STEPS
from counterpoint.engines.base.task import Progress
from counterpoint.errors import CounterpointError, OutOfSort, Refused
from counterpoint.examples import alternating_bit, peterson, ttt_model
from counterpoint.logic.parser import parse
from counterpoint.model.action import Action
from counterpoint.model.parts import Parts
from counterpoint.stopped import Cause
from counterpoint.terms.apply import TRUE, apply, constant
from counterpoint.terms.evaluate import evaluate
from counterpoint.terms.sort import Bool, Interval, values
from counterpoint.terms.term import Op, Variable
from counterpoint.tuning import USUAL, Tuning
from counterpoint.verdict import Answer, Verdict
from tests.engines.drawn_numbers import drawn_numbers
from tests.engines.kripkes import Listed as Enumerated
from tests.engines.kripkes import as_model, kripkes, without_unowned
from tests.logic.semantics import Kripke
from tests.share import share
from tests.soak.model_writer import draw
from tests.tunings import TUNINGS

from .systems import Listed

REACHING = (
    "AG p", "EF q", "AG (p | q)", "E[p U q]", "A[p W q]", "A[!q R p]", "deadlock", "EF (p & q)",
    "AG (p -> EX q)", "AG EX p", "p", "EX p", "AG AX q", "AG !enabled(rest)", "EF once(ONE)",
    "AG (p -> !ONE)", "EF (ONE & q)", "AG (enabled(ONE) -> p)", "AG !once(ONE)",
)  # fmt: skip
"""Formulas about what is reached; ONE is an action."""

ENDLESS = (
    "G F p", "F G p", "F p", "G (p -> F q)", "p U q", "G F p -> G F q", "X X p", "E G p", "AF p",
    "E(F G p & G F q)", "AG AF p", "AG (p -> AF q)", "G (p -> X q)", "!(G F p & G F q)",
    "(G p) | (F q)", "F (p & X q)", "G (p -> (q R p))", "E G F ONE", "F ONE", "EG EX p",
)  # fmt: skip
"""Formulas about endless runs."""


def one(target: Any, formula: str, **options: Any) -> Verdict | str:
    """The verdict on one formula, or the name of the error."""
    try:
        (verdict,) = check(target, formula, **options)
    except CounterpointError as error:
        return type(error).__name__
    return verdict


def expected(model: Model, formula: str) -> Verdict | str | None:
    """The verdict by listing states, or of graphs where there is fairness; None if too large."""
    target = model if model.fairness else Listed(model)
    found = one(target, formula, engine="explicit", limit_states=400)
    return None if isinstance(found, Verdict) and found.answer is Answer.UNKNOWN else found


def length(verdict: Verdict) -> int | None:
    return None if verdict.trace is None else len(verdict.trace.steps)


@pytest.mark.slow
@pytest.mark.parametrize("name", TUNINGS)
@pytest.mark.parametrize("asked", [REACHING, ENDLESS], ids=["reaching", "endless"])
def test_random_models_get_the_answers_of_their_states(name: str, asked: tuple[str, ...]) -> None:
    random = Random(f"{name} {len(asked)}")
    met: set[tuple[str, str]] = set()
    for _ in range(share(120)):
        try:
            model = draw(random).model()
        except CounterpointError:  # such as a number that is never reached
            continue
        if model.fairness and random.random() < 0.8:  # these take long to compile
            continue
        if not model.actions:
            continue
        act = model.actions[0].name
        for formula in random.sample(asked, 3):
            formula = formula.replace("ONE", act)
            true = expected(model, formula)
            if true is not None:
                found = one(model, formula, engine="bounded", tuning=TUNINGS[name], limit_time=60)
                met.add(compare(formula, true, found))
    assert {("holds", "holds"), ("fails", "fails")} <= met


def compare(formula: str, true: Verdict | str, found: Verdict | str) -> tuple[str, str]:
    """Assert that both say the same; a run may show an answer before a value leaves its sort."""
    if isinstance(true, str) or isinstance(found, str):
        early = true == "OutOfSort" and isinstance(found, Verdict)
        assert true == found or early, (formula, true, found)
        return str(true), str(found)
    if found.answer is not Answer.UNKNOWN:
        assert found.answer is true.answer, (formula, true, found)
        run = found.trace if found.answer is Answer.FAILS and true.trace is not None else None
        if run is not None and run.loop is None and "X" not in formula:
            assert length(found) == length(true), (formula, true, found)
    return true.answer.value, found.answer.value


def test_each_invariant_is_inductive_by_brute_force() -> None:
    """What is shown is read back as a formula, and asked of every state that can be written."""
    random, proofs, tuning = Random(8), 0, Tuning(bounded_shares=(1, 0, 5))
    for _ in range(share(400)):
        try:
            model = draw(random).model()
        except CounterpointError:
            continue
        formula = random.choice(("AG p", "AG !q", "AG (p | q)", "AG !(p & q)", "EF (p & !q)"))
        found = one(model, formula, engine="bounded", limit_time=60, tuning=tuning)
        if isinstance(found, Verdict) and found.invariant and model.layout.size <= 5000:
            require_inductive(model, found.invariant, formula)
            proofs += 1
    assert proofs > share(400) // 40


def require_inductive(model: Model, texts: tuple[str, ...], formula: str) -> None:
    terms = [model.predicate(text) for text in texts]
    goal = model.predicate(formula.partition(" ")[2])
    names = [variable.name for variable in model.variables]

    def inside(state: tuple[Any, ...]) -> bool:
        of = dict(zip(names, state, strict=True))
        return all(evaluate(term, of) for term in terms)

    assert all(map(inside, model.initial()))
    for state in product(*(values(variable.sort) for variable in model.variables)):
        if inside(state):
            true = evaluate(goal, dict(zip(names, state, strict=True)))
            assert true is formula.startswith("AG")
            assert all(inside(there) for _, there in model.successors(state))


def counter(top: int) -> Model:
    """A number that goes up by one or by two, and stops at the top."""
    model = Model("counter")
    n = model.var("n", range(top + 1), init=0)

    @model.action(by=[1, 2])
    def up(by: int) -> object:
        return step(when=n + by <= top, set={n: n + by})

    return model


def test_a_counterexample_is_a_shortest_one() -> None:
    (verdict,) = check(counter(30), "AG n != 29", engine="bounded")
    assert verdict.answer is Answer.FAILS
    assert verdict.trace is not None
    assert len(verdict.trace.steps) == 15
    verdict.trace.replay(counter(30))


def test_beyond_the_depth_an_answer_is_unknown_with_the_depth() -> None:
    verdicts = check(counter(10**6), "AG n != 999999", engine="bounded", limit_depth=8)
    assert verdicts["AG n != 999999"].reason == "no run of up to 8 steps decides it"
    assert (verdicts.engine, verdicts.depth, verdicts.complete) == ("bounded", 8, False)


def test_wide_numbers_need_no_list_of_their_values() -> None:
    model = Model("wide")
    n = model.var("n", range(10**12), init=0)

    @model.action
    def up() -> object:
        return step(when=n < 10**11, set={n: n * 3 + 1})

    (deep,) = check(model, "AG n != 29524", engine="bounded")
    assert deep.trace is not None
    assert len(deep.trace.steps) == 10
    (even,) = check(model, "AG n <= 300000000000", engine="bounded")
    assert even.answer is Answer.HOLDS


def chooser() -> Model:
    """A number that jumps anywhere but to 5 and 7; it can leave 2 for nowhere."""
    n, m = Variable("n", Interval(0, 9)), Variable("m", Interval(0, 9))
    guard = apply(
        Op.AND,
        *(apply(Op.NOT, apply(Op.EQ, m, constant(number))) for number in (5, 7)),
        apply(Op.NOT, apply(Op.EQ, n, constant(2))),
    )
    jump = Action("jump", "jump", (), guard, ((n, m),), chosen=(m,))
    start = apply(Op.EQ, n, constant(0))
    return Model.of("chooser", Parts((n,), start, (jump,)))


@pytest.mark.parametrize(
    ("formula", "answer", "steps"),
    [
        ("AG n != 5", Answer.HOLDS, None),
        ("AG n != 9", Answer.FAILS, 1),
        ("AG !enabled(rest)", Answer.FAILS, 1),
        ("AG enabled(jump)", Answer.FAILS, 1),
        ("AG (n != 2 -> EX n = 2)", Answer.HOLDS, None),
        ("F n = 2", Answer.FAILS, 1),
        ("G (n = 2 -> X n = 2)", Answer.HOLDS, None),
    ],
)
@pytest.mark.parametrize("most", [0, 4096])
def test_actions_that_choose_values(
    formula: str, answer: Answer, steps: int | None, most: int
) -> None:
    tuning = Tuning(audited_choices=most)
    (verdict,) = check(chooser(), formula, engine="bounded", tuning=tuning)
    assert verdict.answer is answer
    assert (verdict.trace and len(verdict.trace.steps)) == steps


def test_choices_that_are_too_many_are_refused_where_they_matter() -> None:
    tuning = Tuning(bounded_choices=2)
    (verdict,) = check(chooser(), "AG enabled(jump)", engine="bounded", tuning=tuning)
    assert verdict.answer is Answer.UNKNOWN
    assert verdict.reason == (
        "the bounded engine would have to try more than 2 choices of jump to find out whether it "
        "is enabled, or where it leads"
    )


def scattered(choices: int, shared: bool) -> Model:
    """Numbers chosen anew in each step; if `shared`, no two neighbours may be 3 at once."""
    model = Model("scattered")
    drawn = drawn_numbers(model, choices, 4)
    first, *_ = drawn
    pairs = pairwise(drawn.values()) if shared else ()

    @model.action
    def scatter() -> object:
        guard = [~((one == 3) & (other == 3)) for one, other in pairs]
        return step(when=[first < 3, *guard], set=drawn)

    return model


def test_choices_that_do_not_depend_on_each_other_are_tried_by_themselves() -> None:
    free = scattered(20, shared=False)
    verdicts = check(free, "G n0 < 3", "G F n1 = 0", "EX EX (n2 = 3 & n3 = 0)", engine="bounded")
    assert [v.answer for v in verdicts] == [Answer.FAILS, Answer.FAILS, Answer.HOLDS]
    (verdict,) = check(free, "AG (n0 < 3 <-> enabled(scatter))", engine="bounded")
    assert verdict.answer is Answer.HOLDS
    (verdict,) = check(scattered(20, shared=True), "AG enabled(scatter)", engine="bounded")
    assert "more than 1,024 choices of scatter" in verdict.reason


def test_an_audit_says_which_states_have_too_many_steps_to_list() -> None:
    model = scattered(20, shared=False)

    @model.action
    def never() -> object:
        return step(when=False)

    (verdict,) = check(model, "AG !enabled(never)", engine="bounded")
    assert verdict.answer is Answer.HOLDS
    assert verdict.audited is not None
    assert MANY_STEPS in verdict.audited.unchecked


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize(
    "formula", ["AG (n0 < 3 <-> enabled(scatter))", "AG (n1 = 3 -> n0 < 3)", "EF !enabled(scatter)"]
)
def test_what_is_enabled_under_choices_agrees_with_the_explicit_engine(
    formula: str, shared: bool
) -> None:
    model = scattered(3, shared)
    (found,), (wanted,) = (check(model, formula, engine=each) for each in ("bounded", "explicit"))
    assert found.answer is wanted.answer


def test_a_value_outside_its_sort_is_an_error_with_its_state() -> None:
    model = Model("leaving")
    n = model.var("n", range(4), init=0)
    q = model.var("q", bool, init=False)

    @model.action
    def up() -> object:
        return step(set={n: n + 1})

    @model.action
    def turn() -> object:
        return step(set={q: ~q})

    with pytest.raises(OutOfSort, match=r"up: n would be 4, .* in the state n = 3, q = false"):
        check(model, "AG (q -> !q | q)", "AG n < 9 | q", engine="bounded")


def test_what_runs_cannot_show_is_refused_with_a_reason() -> None:
    (verdict,) = check(peterson.model(), "AG EF critical0", engine="bounded")
    assert verdict.reason == (
        "the bounded engine decides invariants, what can be reached, linear-time formulas, and "
        "formulas about a fixed number of steps; this is none of them: ask it of another engine"
    )


TEAMS = (
    "<<one>> X p", "[[two]] X (p | <<one>> X q)", "AG (p -> <<two>> X q)", "EF <<one>> X !p",
    "<<one>> X (p | <<one>> X (p | <<one>> X p))", "G (q -> X <<one, two>> X p)",
)  # fmt: skip
"""What teams can enforce within a fixed number of steps."""


def test_what_a_team_can_enforce_in_so_many_steps() -> None:
    met: set[Answer] = set()

    @settings(max_examples=share(100))
    @given(kripkes(largest=4))
    def compare_all(kripke: Kripke) -> None:
        kripke = without_unowned(kripke)
        model = as_model(kripke)
        for formula in TEAMS:
            true = one(Enumerated(kripke), formula)
            found = one(model, formula, engine="bounded")
            assert isinstance(true, Verdict)
            assert isinstance(found, Verdict)
            met.add(found.answer)
            if found.answer is not Answer.UNKNOWN:
                assert found.answer is true.answer, (formula, true, found)

    compare_all()
    assert Answer.HOLDS in met


@pytest.mark.slow
def test_a_player_can_be_about_to_win_by_its_next_move_but_one() -> None:
    """The bounded formula of a document: whatever the other does, X wins within three moves."""
    near = "<<player1>> X (p1_wins | <<player1>> X (p1_wins | <<player1>> X p1_wins))"
    verdict = one(ttt_model.model(), f"EF (!p1_wins & t1 & {near})", engine="bounded")
    assert isinstance(verdict, Verdict)
    assert verdict.answer is Answer.HOLDS, verdict.reason


def test_fairness_decides() -> None:
    for make in (alternating_bit.model, alternating_bit.unlucky):
        model = make()
        for formula in model.requirements.values():
            (true,), (found,) = check(model, formula), check(model, formula, engine="bounded")
            assert found.answer is true.answer, formula


def test_no_initial_state_makes_everything_hold_vacuously() -> None:
    p = Variable("p", Bool())
    nothing = apply(Op.AND, p, apply(Op.NOT, p))
    model = Model.of("nothing", Parts((p,), nothing, (Action("go", "go", (), TRUE, ()),)))
    for formula in ("AG p", "(p)", "F p", "EF p"):
        (verdict,) = check(model, formula, engine="bounded", tuning=USUAL)
        assert (verdict.answer, verdict.vacuous) == (Answer.HOLDS, True)
        assert verdict.reason == "there is no initial state"


def test_sets_of_states_are_not_asked_of_a_bounded_search() -> None:
    from counterpoint import where

    with pytest.raises(
        Refused, match="the bounded engine finds runs and proofs, not sets of states"
    ):
        where(peterson.model(), "critical0", engine="bounded")


@settings(max_examples=share(60))
@given(kripkes(largest=4))
def test_only_runs_that_satisfy_an_assumption_count(kripke: Kripke) -> None:
    model = as_model(kripke)
    assumed = Model.of("assumed", replace(model.parts, assumption=parse("G F p & (G F q -> F q)")))
    for formula in ("AG (p | q)", "EF q", "G F q", "E G F q", "p -> F q", "AX p", "AG !(p & q)"):
        true, found = one(assumed, formula), one(assumed, formula, engine="bounded")
        assert isinstance(true, Verdict)
        assert isinstance(found, Verdict)
        if found.answer is not Answer.UNKNOWN:
            assert found.answer is true.answer, (formula, true, found)


def interrupted_at(depth: int) -> Callable[[Progress], None]:
    def watch(progress: Progress) -> None:
        if progress.depth is not None and progress.depth >= depth:
            raise KeyboardInterrupt

    return watch


def test_after_ctrl_c_the_answer_says_how_far_runs_were_searched() -> None:
    tuning = Tuning(moment=3600.0, bounded_shares=(1, 0, 0))
    options: dict[str, Any] = {"engine": "bounded", "watch": interrupted_at(3), "tuning": tuning}
    verdicts = check(counter(10**6), "AG n != 999999", "AG n != 999998", **options)
    assert verdicts["AG n != 999999"].reason == "interrupted; no run of up to 3 steps decides it"
    assert verdicts["AG n != 999998"].answer is Answer.UNKNOWN
    assert (verdicts.stopped.cause, verdicts.complete) == (Cause.INTERRUPTED, False)


def test_a_limit_of_time_ends_a_search_between_two_pieces_of_work() -> None:
    def wait(_: Progress) -> None:
        while True:
            require_going_on()

    verdicts = check(
        counter(10**6), "AG n != 999999", engine="bounded", watch=wait, limit_time="50 ms"
    )
    assert verdicts.stopped == "the limit of 0.05 s was reached"
    assert verdicts.answer is Answer.UNKNOWN


def test_with_stop_first_nothing_is_searched_after_a_failure() -> None:
    verdicts = check(counter(9), "AG n != 3", "AG n != 4", engine="bounded", stop_first=True)
    assert [verdict.answer for verdict in verdicts] == [Answer.FAILS, Answer.UNKNOWN]


@pytest.mark.parametrize(
    ("formula", "events"),
    [
        ("X X {n != 2}", ["up(1)", "up(1)"]),
        ("G ({n = 2} -> X {n != 3})", ["up(2)", "up(1)"]),
        ("AG (EX {n = 4} -> AX AX {n != 5})", ["up(2)", "up(1)", "up(2)"]),
    ],
)
def test_the_steps_are_shown_that_break_what_was_to_come_next(
    formula: str, events: list[str]
) -> None:
    (verdict,) = check(counter(9), formula, engine="bounded")
    assert verdict.trace is not None
    assert [str(event) for event in verdict.trace.events] == events
