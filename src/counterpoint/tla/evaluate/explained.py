"""Closures with errors that say where they arise, found by evaluating once more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from ...depth import on_large_stack, roomy
from ...errors import NoValue
from .compiling import Compiling
from .context import Frame, Run

C = TypeVar("C", bound=Compiling)


class Explained(Generic[C]):
    """A closure with errors that say where they arise."""

    def __init__(self, compiler: C, make: Callable[[C], Any]) -> None:
        self._compiler = compiler
        self._make = make
        self._fast: Run = roomy(lambda: make(compiler))

    def run(self, m: Frame) -> Any:
        """The result of the closure for a frame."""
        try:
            return self._fast(m)
        except NoValue as error:
            raise self.explained(m, error.with_traceback(None)) from None
        except RecursionError:
            return on_large_stack(lambda: self.run(m))

    def explained(self, m: Frame, error: NoValue) -> NoValue:
        """The same error with its place, found by evaluating once more with located closures."""
        if error.place is not None:
            return error
        compiler = self._compiler.locating()
        slow = roomy(lambda: self._make(compiler))
        try:
            roomy(lambda: slow(m + [None] * (compiler.size - len(m))))
        except NoValue as found:
            return found.with_traceback(None)  # it keeps as many frames alive as it is deep
        return error
