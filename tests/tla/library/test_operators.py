"""Every operator of the library by examples: `expression == value`, or `expression ?? error`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from counterpoint.errors import NoValue
from counterpoint.tla.library import MODULES, Library
from counterpoint.tla.scope import Builtin
from counterpoint.tla.values import show

from .reading import names_of, value_of

FOLDER = Path(__file__).with_name("operators")
LANGUAGE_TOO = ("Integers", "Sequences", "FiniteSets", "TLC")
"""What examples are written in, besides the module that they are of."""


def examples() -> Iterator[Any]:
    for file in sorted(FOLDER.glob("*.txt")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            yield pytest.param(file.stem, line, id=f"{file.stem}:{number}")


@cache
def names(module: str) -> dict[str, Any]:
    return names_of(Library(), *LANGUAGE_TOO, module)


@pytest.mark.parametrize(("module", "example"), list(examples()))
def test_the_example_holds(module: str, example: str) -> None:
    if " ?? " in example:
        text, message = example.split(" ?? ")
        with pytest.raises(NoValue) as raised:
            value_of(text, names(module))
        assert raised.value.message.startswith(message)
    else:
        text, expected = example.split(" == ")
        assert show(value_of(text, names(module))) == show(value_of(expected, names(module)))


@pytest.mark.parametrize("module", [name for name in MODULES if not name.endswith("_proofs")])
def test_every_operator_has_an_example(module: str) -> None:
    operators = [name for name, one in MODULES[module].operators.items() if _computes(one)]
    file = FOLDER / f"{module}.txt"
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    missing = [name for name in operators if not _stands_in(name, text)]
    assert not missing


def _computes(meaning: Any) -> bool:
    """Whether an operator does something: pragmas and what only refuses are tried by a few."""
    if not isinstance(meaning, Builtin):
        return False
    return meaning.function is not None and meaning.function.__name__ not in ("refuse", "_pragma")


_WRITTEN = {"\\leq": "<=", "\\geq": ">=", "-.": "-", "\\oplus": "(+)", "\\ominus": "(-)"}


def _stands_in(name: str, text: str) -> bool:
    written = re.escape(_WRITTEN.get(name, name))
    return re.search(rf"(?<!\w){written}(?!\w)", text) is not None
