"""Checking certificates: right ones hold, wrong ones fail, as trying all positions says."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.errors import Fault, Misuse, Undecided, UnknownName
from counterpoint.games.certificate import (
    Certificate,
    Take,
    TakeAway,
    check_certificate,
    limited_nim,
    nim,
)
from counterpoint.games.certificate.automata import Automata
from counterpoint.games.certificate.engine import Solution
from counterpoint.verdict import Answer
from tests.share import share

from .expressions import conditions, numbers, plain, symbolic, symbolic_condition

WIDTH = 3
POSITIONS = list(product(range(1 << WIDTH), repeat=2))
NAMES = ["leave", "enter", "end", "rank"]


@dataclass(frozen=True)
class Draft:
    """A certificate as texts, judged by trying all small positions."""

    rule: str
    invariant: str
    cases: tuple[tuple[int, str, str], ...]
    rank: str | None

    def certificate(self) -> Certificate:
        def rule(x: Any, j: int, y: Any) -> Any:
            return symbolic_condition(self.rule.replace("x[j]", f"x[{j}]"), x)

        return Certificate(
            TakeAway(2, None if self.rule == "True" else rule),
            lambda x: symbolic_condition(self.invariant, x),
            lambda x: [Take(j, symbolic(to, x), symbolic(when, x)) for j, to, when in self.cases],
            None if self.rank is None else (lambda x: symbolic(str(self.rank), x)),
        )

    def lost(self, x: tuple[int, ...]) -> bool:
        return bool(plain(self.invariant)(x, 0))

    def after(self, x: tuple[int, ...], j: int, y: int) -> tuple[int, ...]:
        return (y, x[1]) if j == 0 else (x[0], y)

    def allows(self, x: tuple[int, ...], j: int, y: int) -> bool:
        rule = plain(self.rule.replace("x[j]", f"x[{j}]"))
        return y < x[j] and bool(rule(x, y))

    def moves(self, x: tuple[int, ...]) -> list[tuple[int, int]]:
        return [(j, y) for j in (0, 1) for y in range(x[j]) if self.allows(x, j, y)]

    def refutes(self, name: str, x: tuple[int, ...]) -> bool:
        """Whether this position shows that the obligation fails."""
        match name:
            case "leave":
                return self.lost(x) and any(self.lost(self.after(x, *m)) for m in self.moves(x))
            case "end":
                return not self.lost(x) and not self.moves(x)
            case "rank":
                rank = plain(self.rank or "x[0] + x[1]")
                return any(rank(self.after(x, *m), 0) >= rank(x, 0) for m in self.moves(x))
            case _:
                return not self.lost(x) and not self.witness_wins(x)

    def witness_wins(self, x: tuple[int, ...]) -> bool:
        for j, to, when in self.cases:
            if plain(when)(x, 0):
                y = plain(to)(x, 0)
                return self.allows(x, j, y) and self.lost(self.after(x, j, y))
        return False


SIZES = ["x[0]", "x[1]"]
RULES = ["True", "x[j] <= y + literal(2)", "no(y == literal(1))", "(x[j] ^ y) & literal(1) == 1"]
INVARIANTS = [
    "x[0] == x[1]",
    "x[0] ^ x[1] == literal(0)",
    "(x[0] % 3) ^ (x[1] % 3) == literal(0)",
    "x[0] + x[1] == literal(0)",
    "(x[0] ^ x[1]) & literal(1) == literal(0)",
]
CASES = [
    ((0, "x[1]", "x[1] < x[0]"), (1, "x[0]", "x[0] < x[1]")),
    ((0, "minus(x[0], literal(1))", "x[0] > x[1]"), (1, "minus(x[1], literal(1))", "x[1] > x[0]")),
    (
        (0, "minus(x[0], minus(x[0] % 3, x[1] % 3))", "x[1] % 3 < x[0] % 3"),
        (1, "minus(x[1], minus(x[1] % 3, x[0] % 3))", "x[0] % 3 < x[1] % 3"),
    ),
]
random_cases = st.lists(
    st.tuples(st.integers(0, 1), numbers(SIZES), conditions(SIZES)), max_size=2
).map(tuple)
drafts = st.builds(
    Draft,
    st.sampled_from(RULES),
    st.sampled_from(INVARIANTS) | conditions(SIZES),
    st.sampled_from(CASES) | random_cases,
    st.none() | numbers(SIZES),
)


@pytest.mark.slow
@settings(max_examples=share(15))
@given(drafts)
def test_automata_answer_as_trying_all_small_positions_does(draft: Draft) -> None:
    for verdict in check_certificate(draft.certificate(), seconds=0.5):
        wrong = [x for x in POSITIONS if draft.refutes(verdict.name, x)]
        if verdict.answer is Answer.FAILS:
            assert verdict.counterexample is not None
            assert draft.refutes(verdict.name, verdict.counterexample.position)
        elif verdict.answer is Answer.HOLDS:
            assert wrong == []


@pytest.mark.slow
@settings(max_examples=share(40))
@given(drafts)
def test_words_answer_exactly_as_trying_all_positions_does(draft: Draft) -> None:
    pytest.importorskip("z3")
    for verdict in check_certificate(draft.certificate(), engine="words", width=WIDTH):
        wrong = [x for x in POSITIONS if draft.refutes(verdict.name, x)]
        if verdict.name == "end" and verdict.answer is Answer.UNKNOWN:
            assert wrong == []
        else:
            assert verdict.answer is (Answer.FAILS if wrong else Answer.HOLDS)
        if verdict.counterexample is not None:
            assert verdict.counterexample.position in wrong


def mirror(**changed: Any) -> Certificate:
    """Nim with two piles: keep them equal."""
    parts: dict[str, Any] = {
        "game": TakeAway(2),
        "invariant": lambda x: x[0] == x[1],
        "witness": lambda x: [Take(0, x[1], x[1] < x[0]), Take(1, x[0], x[0] < x[1])],
        "name": "mirror",
    }
    return Certificate(**{**parts, **changed})


def test_a_certificate_that_holds_says_what_is_proved() -> None:
    verdicts = check_certificate(mirror())
    assert verdicts
    assert [verdict.name for verdict in verdicts] == NAMES
    assert verdicts.conclusion == (
        "with piles of any size the player to move loses exactly if x[0] == x[1]"
    )


def test_two_lost_positions_joined_by_a_move_are_shown() -> None:
    wrong = mirror(invariant=lambda x: (x[0] ^ x[1]) & 1 == 0)
    shown = check_certificate(wrong)["leave"].counterexample
    assert shown is not None
    assert (shown.position, shown.move, shown.after) == ((2, 0), (0, 0), (0, 0))
    assert shown.why == (
        "(2, 0) is claimed lost, yet taking pile 0 to 0 leads to (0, 0), claimed lost too"
    )


@pytest.mark.parametrize(
    ("witness", "why"),
    [
        (
            lambda x: [Take(0, x[1], x[1] < x[0])],
            "(0, 1) is claimed won, but no case of the witness applies",
        ),
        (
            lambda x: [Take(0, x[1])],
            "(0, 1) is claimed won by taking pile 0 to 1, which is not a move",
        ),
        (
            lambda x: [Take(0, 0, x[0] > x[1]), Take(1, x[0])],
            "(2, 1) is claimed won by taking pile 0 to 0, but (0, 1) is not claimed lost",
        ),
    ],
)
def test_a_position_where_the_witness_is_wrong_is_shown(witness: Any, why: str) -> None:
    verdicts = check_certificate(mirror(witness=witness))
    assert verdicts["enter"].reason == why
    assert verdicts.conclusion == "mirror proves nothing: enter fails"
    assert not verdicts


def test_an_end_that_is_claimed_won_is_shown() -> None:
    verdicts = check_certificate(mirror(invariant=lambda x: x[0] + x[1] == 1))
    assert verdicts["end"].reason == "(0, 0) is claimed won, but there is no move"
    blocked = TakeAway(2, lambda x, j, y: y > 0)
    verdicts = check_certificate(mirror(game=blocked))
    assert verdicts["end"].reason == "(1, 0) is claimed won, but there is no move"


def test_an_end_that_may_lie_anywhere_is_unknown_unless_the_witness_is_right() -> None:
    blocked = TakeAway(2, lambda x, j, y: ~(x[j] == 400))
    end = check_certificate(mirror(game=blocked))["end"]
    assert end.answer is Answer.UNKNOWN
    assert end.reason == "enter does not hold, and the 300 smallest positions show nothing"
    with pytest.raises(Undecided):
        bool(end)


def test_a_rank_that_a_move_does_not_lower_is_shown() -> None:
    assert check_certificate(mirror(rank=lambda x: [x[0], x[1]]))
    assert check_certificate(mirror(rank=lambda x: x[0] + x[1]))
    verdicts = check_certificate(mirror(rank=lambda x: x[0]))
    assert verdicts["rank"].reason == "the move from (0, 1) to (0, 0) takes the rank from 0 to 0"
    verdicts = check_certificate(mirror(rank=lambda x: [x[0], x[0]]))
    assert verdicts["rank"].reason.endswith("takes the rank from (0, 0) to (0, 0)")
    verdicts = check_certificate(mirror(rank=lambda x: [9 - x[0], x[0]]))
    assert verdicts["rank"].reason.endswith("takes the rank from (8, 1) to (9, 0)")


def test_a_certificate_may_be_right_for_words_and_wrong_beyond() -> None:
    pytest.importorskip("z3")
    certificate = mirror(invariant=lambda x: (x[0] == x[1]) & (x[0] < 256))
    assert check_certificate(certificate, engine="words", width=8)
    shown = check_certificate(certificate)["enter"].counterexample
    assert shown is not None
    assert min(shown.position) >= 256


def test_the_answers_of_the_engines_agree_on_limited_nim() -> None:
    pytest.importorskip("z3")
    for certificate in (limited_nim(1, 3), limited_nim(2, 2)):
        words = check_certificate(certificate, engine="words", width=8)
        automata = check_certificate(certificate)
        assert [v.answer for v in words] == [v.answer for v in automata] == [Answer.HOLDS] * 4


def test_what_takes_too_long_is_unknown() -> None:
    verdicts = check_certificate(nim(3), seconds=0)
    assert verdicts.answer is Answer.UNKNOWN
    assert "leave is unknown: the time is up" in verdicts.conclusion
    with pytest.raises(Undecided):
        bool(verdicts)


def test_an_unknown_engine_or_obligation_is_named() -> None:
    with pytest.raises(Misuse) as refusal:
        check_certificate(nim(2), engine="smt")
    expected = '[CP100] there is no engine \'smt\'; there are "automata" and "words"'
    assert str(refusal.value) == expected
    with pytest.raises(Misuse, match="a pile has 1 bit or more, not 0"):
        check_certificate(nim(2), engine="words", width=0)
    with pytest.raises(UnknownName, match="there are leave, enter, end, rank"):
        check_certificate(nim(2))["enters"]


def test_without_z3_the_way_to_get_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    with pytest.raises(Misuse) as refusal:
        check_certificate(nim(2), engine="words")
    assert str(refusal.value) == (
        '[CP100] the engine "words" needs z3: install `counterpoint[z3]`, '
        'or take the engine "automata"'
    )


def test_a_counterexample_that_shows_nothing_is_our_own_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Automata, "solve", lambda self, formula, piles: Solution((1, 1), 0))
    with pytest.raises(Fault, match="automata refutes leave by"):
        check_certificate(mirror())
