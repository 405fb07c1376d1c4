"""Choosing a package of decision diagrams."""

from __future__ import annotations

import subprocess
import sys

import pytest

from counterpoint.engines.symbolic.machine import diagrams
from counterpoint.errors import Misuse, Refused


def test_an_unknown_backend_is_named_with_those_there_are() -> None:
    with pytest.raises(Misuse, match="there is no backend 'zdd'; there are oxidd, dd"):
        diagrams("zdd", 3, 1 << 20)


def test_without_oxidd_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "oxidd", None)
    with pytest.raises(Refused, match="needs OxiDD, which is not installed: pip install oxidd"):
        diagrams("oxidd", 3, 1 << 20)


def test_without_cudd_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dd.cudd", None)
    with pytest.raises(Refused, match="'dd' needs the package dd with CUDD in it: pip install dd"):
        diagrams("dd", 3, 1 << 20)


def test_no_package_is_loaded_before_it_is_used() -> None:
    script = (
        "import sys, counterpoint.engines.symbolic.algebra; "
        "print([name for name in ('oxidd', 'dd') if name in sys.modules])"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "[]"
