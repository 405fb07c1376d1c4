"""What a maker of closures is: it knows one kind of expression."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from .context import Context, Run, Test

if TYPE_CHECKING:
    from .compiler import Compiler

ValueMaker: TypeAlias = "Callable[[Compiler, Any, Context], Run]"
"""Makes what computes the value of an expression."""

TestMaker: TypeAlias = "Callable[[Compiler, Any, Context], Test]"
"""Makes what tells whether an expression holds."""
