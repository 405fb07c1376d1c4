"""The types of the functions that compile one kind of expression each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from .context import Context, Run, Test

if TYPE_CHECKING:
    from .compiler import Compiler

ValueMaker: TypeAlias = "Callable[[Compiler, Any, Context], Run]"
"""Makes a closure that computes the value of an expression."""

TestMaker: TypeAlias = "Callable[[Compiler, Any, Context], Test]"
"""Makes a closure that returns whether an expression holds."""
