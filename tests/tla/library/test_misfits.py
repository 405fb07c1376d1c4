"""Whatever an operator is given, it has a value or says why not: never an exception of Python's."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from counterpoint.errors import CounterpointError
from counterpoint.tla.library import MODULES
from counterpoint.tla.scope import Builtin
from counterpoint.tla.values import ModelValue, normal, plenty

from ..evaluate.small import Small

VALUES = (
    "-1", "0", "2", "2^70", '"ab"', "TRUE", "{}", "{1, 2}", "{{1}, {}}", "0..10^9",
    "SUBSET (1..3)", "SUBSET (1..40)", "Nat", "STRING", "Seq({1})", "<<>>", "<<1, 2>>",
    '<<"a", <<1>>>>', "[a |-> 1, b |-> {2}]", "[i \\in 2..3 |-> i]", "[i \\in Nat |-> i]",
    "[1..2 -> {0, 1}]", "{<<1, 2>>, <<2, 1>>}", "[node |-> {1, 2}, edge |-> {<<1, 2>>}]",
    "{x \\in Nat : x > 2}", "[num |-> 1, den |-> 2]",
)  # fmt: skip
WAYS = 60
"""How many ways to give arguments are tried, at random but the same each time."""

OPERATORS = [
    (module, name, meaning)
    for module in MODULES
    for name, meaning in MODULES[module].operators.items()
    if isinstance(meaning, Builtin) and meaning.arity and not meaning.operators
]


@pytest.fixture(scope="module")
def values() -> Iterator[list[object]]:
    small = Small("\n".join(f"V{n} == {text}" for n, text in enumerate(VALUES)))
    with pytest.MonkeyPatch.context() as patch:
        for name, number in (("LISTED", 2000), ("TRIED", 2000), ("IN_REACH", 4000)):
            patch.setattr(plenty, name, number)
        yield [ModelValue("m"), *(small.value(f"V{n}") for n in range(len(VALUES)))]


@pytest.mark.parametrize("module", MODULES)
def test_an_operator_takes_anything(module: str, values: list[object]) -> None:
    for of, name, meaning in OPERATORS:
        if of != module or meaning.function is None:
            continue
        rng = random.Random(name)
        for _ in range(WAYS):
            way = rng.choices(values, k=meaning.arity)
            try:
                normal(meaning.function(*way))
            except CounterpointError as error:
                assert error.code != "CP900"  # noqa: PT017
            except Exception as error:
                pytest.fail(f"{name}{tuple(way)} raises {type(error).__name__}: {error}")
