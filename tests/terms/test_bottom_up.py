"""Terms of circuits: very deep, with parts that stand in many places."""

from __future__ import annotations

import random

import pytest

from counterpoint.engines.search.compiled.expression import Writer
from counterpoint.engines.search.compiled.pool import Pool
from counterpoint.engines.symbolic.support import Supports
from counterpoint.terms.bottom_up import DEEP, bottom_up, is_deep, is_shared
from counterpoint.terms.evaluate import evaluate, meaning, meanings
from counterpoint.terms.layout import Layout
from counterpoint.terms.sort import Bool, Interval
from counterpoint.terms.term import Apply, Literal, Op, Term, Variable
from counterpoint.terms.text import text_of
from tests.share import share

BOOL = Bool()
NAMES = "pqr"
VARIABLES = [Variable(name, BOOL) for name in NAMES]
NUMBER = Variable("n", Interval(0, 3))


def ladder(length: int) -> Term:
    """Gates that each read the one before twice: written out, it has 2 to the power of `length`."""
    term: Term = VARIABLES[0]
    for at in range(length):
        other = Apply(Op.AND, (term, VARIABLES[at % 3]), BOOL)
        term = Apply(Op.NOT, (Apply(Op.AND, (term, other), BOOL),), BOOL)
    return term


def random_terms(rng: random.Random, parts: int) -> list[Term]:
    found: list[Term] = [*VARIABLES, Literal(True, BOOL), Literal(False, BOOL)]
    for _ in range(parts):
        op = rng.choice((Op.AND, Op.OR, Op.NOT, Op.ITE, Op.EQ))
        many = {Op.NOT: 1, Op.EQ: 2, Op.ITE: 3}.get(op, rng.randrange(4))
        found.append(Apply(op, tuple(rng.choice(found[-9:]) for _ in range(many)), BOOL))
    return found[-3:]


def plainly(term: Term, values: dict[str, bool]) -> bool:
    """The value of a term, by the table of its operation."""
    match term:
        case Literal(value, _):
            return bool(value)
        case Variable(name, _):
            return values[name]
        case Apply(op, args, _):
            given = [plainly(arg, values) for arg in args]
            match op:
                case Op.AND:
                    return all(given)
                case Op.OR:
                    return any(given)
                case Op.NOT:
                    return not given[0]
                case Op.EQ:
                    return given[0] == given[1]
                case _:
                    return given[1] if given[0] else given[2]


@pytest.mark.parametrize("seed", range(share(60)))
@pytest.mark.parametrize("parts", [3, 12], ids=["small", "shared"])
def test_terms_are_evaluated_together_as_one_by_one(seed: int, parts: int) -> None:
    rng = random.Random(seed)
    terms = random_terms(rng, parts)
    together = meanings(terms)
    shared = meanings([*terms, ladder(DEEP)])
    for number in range(8):
        values = {name: bool(number >> at & 1) for at, name in enumerate(NAMES)}
        wanted = [plainly(term, values) for term in terms]
        assert list(together(values)) == [meaning(term)(values) for term in terms] == wanted
        assert list(shared(values))[:3] == wanted


def test_a_ladder_of_a_hundred_thousand_gates_is_evaluated() -> None:
    term = ladder(100_000)
    values = dict.fromkeys(NAMES, True)
    wanted = values["p"]
    for _ in range(100_000):
        wanted = not wanted
    assert evaluate(term, values) == wanted


def test_parts_come_before_what_is_made_of_them_and_once_each() -> None:
    term = ladder(50)
    found = list(bottom_up([term, term]))
    assert len(found) == 150
    seen: list[Term] = []
    for part in found:
        assert all(any(arg is one for one in seen) for arg in part.args if isinstance(arg, Apply))
        seen.append(part)


def test_what_is_small_is_neither_shared_nor_deep() -> None:
    small = Apply(Op.AND, (VARIABLES[0], VARIABLES[1]), BOOL)
    assert not is_shared([small, small])
    assert not is_deep(small, {})
    assert is_deep(ladder(DEEP), {})


def test_a_deep_term_has_a_short_text() -> None:
    term: Term = VARIABLES[0]
    for _ in range(5_000):
        term = Apply(Op.AND, (term, VARIABLES[1]), BOOL)
    assert text_of(term).startswith("... & q & q")
    assert len(text_of(term)) < 130


def test_the_variables_of_a_deep_term_are_found() -> None:
    supports, term = Supports(), ladder(20_000)
    assert supports.of(term) == {"p", "q", "r"}
    assert set(supports.within(ladder(1))) == {frozenset({"p"})}
    assert supports.of(Literal(True, BOOL)) == frozenset()


def test_a_deep_term_is_written_for_native_code_line_by_line() -> None:
    writer = Writer(Layout(tuple(VARIABLES)), longest=80)
    writer.value(ladder(5_000))
    assert len(writer.lines) > 5_000
    assert max(map(len, writer.lines)) < 80 * DEEP


def test_a_chain_of_gates_is_not_joined_to_one_conjunction() -> None:
    chain: list[Term] = [VARIABLES[0], Apply(Op.AND, (VARIABLES[0], VARIABLES[1]), BOOL)]
    for at in range(5_000):
        chain.append(Apply(Op.AND, (chain[-1], chain[-2], VARIABLES[at % 3]), BOOL))
    pool = Pool()
    found = pool.term(chain[-1])
    assert pool.term(chain[-1]) is found
    assert sum(len(part.args) for part in bottom_up([found])) < 5_000 * 70
    for number in range(8):
        values = {name: bool(number >> at & 1) for at, name in enumerate(NAMES)}
        assert evaluate(found, values) == evaluate(chain[-1], values) == (number == 7)
    assert pool.term(chain[-1], {"p": 0}) == Literal(False, BOOL)
