"""Short LED texts, for the tests."""

from __future__ import annotations

from counterpoint.led.module import LedModule
from counterpoint.led.program import LedProgram
from counterpoint.led.source import Source


def module(code: str) -> LedModule:
    """A text that has nothing but this code."""
    return LedModule(Source("test.led", f"/$ {code} $/"))


def program(code: str, **given: object) -> LedProgram:
    """A program that has nothing but this code."""
    return LedProgram(module(code), **given)  # type: ignore[arg-type]
