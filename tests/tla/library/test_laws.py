"""Operators agree with what they are by definition, on every small value."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from counterpoint.tla.library import Library
from counterpoint.tla.values import TRUE

from .reading import names_of, value_of

LINES = Path(__file__).with_name("laws.txt").read_text(encoding="utf-8").splitlines()
LAWS = [pytest.param(law, id=str(number)) for number, law in enumerate(LINES[1:], 2)]


@cache
def names() -> dict[str, Any]:
    return names_of(Library(), "SequencesExt", "Bitwise", "Graphs", "BagsExt", "Integers")


@pytest.mark.parametrize("law", LAWS)
def test_the_law_holds(law: str) -> None:
    assert value_of(law, names()) is TRUE
