"""Logs of LED programs: clicks, named by the definitions that are true for them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ..errors import UnknownName
from ..led.easel.naming import ELSEWHERE, TICK
from ..led.program import LedProgram
from ..model.naming import compact
from ..model.scope import closest
from .of_systems import SystemOracle
from .oracle import LabelTest

_BY_POSITION = ("click", "mouse")
"""The names of clicks and moves for which no single definition is true."""


class LedOracle(SystemOracle):
    """The runs of an LED program. Its labels are found state by state, the names in them before."""

    def __init__(self, program: LedProgram) -> None:
        super().__init__(program)
        self._program = program

    def hidden_test(self, names: Sequence[str]) -> LabelTest:
        for name in names:
            if compact(name).partition("(")[0] not in self._names:
                raise UnknownName(
                    f"nothing is called {name}; there are {closest(name, self._names, 12)}"
                )
        return super().hidden_test(names)

    @cached_property
    def _names(self) -> dict[str, None]:
        """The names that a label may have, without its data."""
        points = map(compact, self._program.clicks.points or ())
        places = [point.partition("(")[0] for point in points]
        definitions = [name for name, _ in self._program.module.known.definitions]
        moved = [TICK, *_BY_POSITION, *definitions, *(f"mouse:{place}" for place in places)]
        clicked = [ELSEWHERE, *places, *(f"click_{name}" for name in (*moved, *places))]
        return dict.fromkeys((*moved, *clicked))
