"""The public names: each is found, and shows in its docstring how it is used."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

import counterpoint
from counterpoint import CounterpointError, errors


def documented(name: str) -> str:
    """The docstring of a public name, or of its class where it is a value; empty if not ours."""
    value = getattr(counterpoint, name)
    told = value if inspect.isclass(value) or inspect.isroutine(value) else type(value)
    ours = str(getattr(told, "__module__", "")).startswith("counterpoint.")
    return (inspect.getdoc(told) or "") if ours else ""


@pytest.mark.parametrize("name", counterpoint.__all__)
def test_a_public_name_shows_a_doctest(name: str) -> None:
    value = getattr(counterpoint, name)
    is_error = inspect.isclass(value) and issubclass(value, CounterpointError)
    if doc := documented(name):
        assert is_error or ">>>" in doc, f"{name} has no doctest"


def test_every_error_is_public() -> None:
    known = {name for name, value in vars(errors).items() if isinstance(value, type)}
    raised = {name for name in known if issubclass(getattr(errors, name), CounterpointError)}
    assert raised <= set(counterpoint.__all__)


def test_all_public_names_are_found_on_demand() -> None:
    assert counterpoint._ON_DEMAND.keys() == set(counterpoint.__all__)
    shown = "import counterpoint; print(set(counterpoint.__all__) <= set(dir(counterpoint)))"
    done = subprocess.run([sys.executable, "-c", shown], capture_output=True, check=True)
    assert done.stdout.strip() == b"True", "a completion knows the names before they are loaded"


def test_only_names_of_other_packages_have_no_docstring_of_ours() -> None:
    assert [name for name in counterpoint.__all__ if not documented(name)] == ["Body"]
