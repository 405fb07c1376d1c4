"""Add to the errors of a model the line of the user's file that caused them."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from ..arguments import is_unfit_call, misfit
from ..errors import CounterpointError, Place

P = ParamSpec("P")
R = TypeVar("R")

_OURS = (__name__.rpartition(".")[0], f"{__name__.rpartition('.terms')[0]}.model")


def blames_caller(function: Callable[P, R]) -> Callable[P, R]:
    """A decorator that adds the user's line to errors that have no place.

    A call with arguments that do not fit the function raises the error made by `misfit`.
    """

    @functools.wraps(function)
    def blaming(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except CounterpointError as error:
            error.place = error.place or _caller()
            raise
        except TypeError as error:
            if not is_unfit_call(error):
                raise
            raise misfit(function, args, kwargs) from None

    return blaming


def _caller() -> Place | None:
    """The place of the innermost stack frame outside of the packages of terms and models."""
    frame = sys._getframe(1)
    while frame.f_globals.get("__name__", "").startswith(_OURS):
        if frame.f_back is None:
            return None
        frame = frame.f_back
    return Place.of_line(frame.f_code.co_filename, frame.f_lineno)
