"""Values in TLC's notation."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from counterpoint.tla.library import MODULES
from counterpoint.tla.values import FALSE, TRUE, ModelValue, function, record, shortly, show

from ..library.reading import names_of, value_of
from .models import tried, values

NAMES = names_of(MODULES, "Integers", "TLC")


@tried
@given(values)
def test_what_is_shown_reads_as_the_value(value: Any) -> None:
    assert value_of(show(value), NAMES) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-3, "-3"),
        ("a", '"a"'),
        ('say "a"\\\n', r'"say \"a\"\\\n"'),
        (TRUE, "TRUE"),
        (FALSE, "FALSE"),
        (ModelValue("p1"), "p1"),
        (frozenset(), "{}"),
        (frozenset({3, 1, 2}), "{1, 2, 3}"),
        ((), "<<>>"),
        ((1, "x"), '<<1, "x">>'),
        (record(b=1, a=()), "[a |-> <<>>, b |-> 1]"),
        (function({1: 2, 3: 4}), "(1 :> 2 @@ 3 :> 4)"),
        (function({"not a name": 1}), '("not a name" :> 1)'),
        (function({"a": 1, 2: 3}), '(2 :> 3 @@ "a" :> 1)'),
        (function({(1, 2): TRUE}), "(<<1, 2>> :> TRUE)"),
    ],
)
def test_values_are_written_as_tlc_does(value: Any, text: str) -> None:
    assert show(value) == text


def test_long_values_are_cut_off() -> None:
    text = shortly(tuple(range(100)), 20)
    assert text == "<<0, 1, 2, 3, 4, ..."
    assert len(text) == 20
