"""Habits that a reader relies on: short parameter lists, declared capabilities, plain words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import counterpoint

HOUSE = Path(counterpoint.__file__).parent

MOST_PARAMETERS = 8
MOST_PROBES = 9
MOST_ODD_WORDS = 60

PROBES_ALLOWED = (
    "bp/",  # notations read objects of users: functions, classes, terms
    "tla/",
    "led/",
    "terms/",
    "model/model.py",
    "model/assign.py",
    "model/checked.py",  # checks systems of users
    "model/capabilities.py",  # asks for what a system may offer
    "model/notation.py",
    "native/",  # reads functions in restricted Python
    "data.py",  # makes the methods of classes from their fields
)


def sources() -> Iterator[tuple[str, str]]:
    for path in sorted(HOUSE.rglob("*.py")):
        yield path.relative_to(HOUSE).as_posix(), path.read_text(encoding="utf-8")


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[str]:
    args = function.args
    names = [each.arg for each in (*args.posonlyargs, *args.args, *args.kwonlyargs)]
    return [name for name in names if name not in ("self", "cls")]


def test_no_function_has_more_parameters_than_a_reader_can_keep_apart() -> None:
    functions = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    wide = [
        f"{name}:{node.lineno}"
        for name, text in sources()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, functions) and len(parameters(node)) > MOST_PARAMETERS
    ]
    assert wide == []


def test_attributes_are_probed_where_systems_of_users_are_checked() -> None:
    probes = [
        f"{name}:{number}"
        for name, text in sources()
        if not name.startswith(PROBES_ALLOWED)
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(r"\b(getattr|hasattr)\(", line)
    ]
    assert len(probes) <= MOST_PROBES, probes


def test_words_that_a_reader_has_to_puzzle_out_are_few() -> None:
    odd = re.compile(r"\b(told|tells?|whose)\b", re.IGNORECASE)
    lines = [
        f"{name}: {line.strip()}"
        for name, text in sources()
        for line in text.splitlines()
        if odd.search(line)
    ]
    assert len(lines) < MOST_ODD_WORDS, lines
