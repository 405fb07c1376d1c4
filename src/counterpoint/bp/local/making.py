"""How a program was made, so that another process can make it anew, and what it is made of."""

from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Iterable

from ...data import dataclass
from ...errors import Refused
from ...model.network import Network
from ...tuning import Tuning
from ..eventset import EventSet
from ..maker import Maker
from ..program import Program
from ..strategy import Custom
from .mentions import OURS, root_of


@dataclass(frozen=True, slots=True)
class Making:
    """A variable of a module that holds a program, or a function that makes one when called.

    `module` is None where neither is known; `rules` are those that are switched on.
    """

    module: types.ModuleType | None
    name: str
    rules: tuple[str, ...]

    @classmethod
    def of(cls, program: Program) -> Making:
        """How `program` was made."""
        for maker in program.makers:
            module = sys.modules.get(maker.module)
            for name, value in vars(module).items() if module else ():
                is_it = isinstance(value, Program) and value.makers is program.makers
                if is_it or (name == maker.name and _takes_nothing(value)):
                    return cls(module, name, program.rules)
        return cls(None, "", ())

    def program(self) -> Program:
        """The program, made anew; raises `Refused` where it cannot be."""
        made = getattr(self.module, self.name, None)
        if isinstance(made, types.FunctionType):
            made = _called(made)
        if not isinstance(made, Program):
            raise Refused("it cannot be made anew; keep it in a variable of its module")
        return made.whole().only(*self.rules)


def _takes_nothing(value: object) -> bool:
    return isinstance(value, types.FunctionType) and all(
        each.default is not each.empty or each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
        for each in inspect.signature(value).parameters.values()
    )


class _Enough(BaseException):
    """Raised where a function goes on to check what it has made."""


def _called(function: types.FunctionType) -> object:
    network = Program.network

    def stop(self: Program, tuning: Tuning | None = None) -> Network:
        raise _Enough

    Program.network = stop  # type: ignore[method-assign]
    try:
        return function()
    except _Enough:
        return None
    finally:
        Program.network = network  # type: ignore[method-assign]


def modules_of(makers: Iterable[Maker]) -> dict[str, types.ModuleType]:
    """The modules of the code that made a program, by their names."""
    found = ((maker.module, sys.modules.get(maker.module)) for maker in makers)
    return {name: module for name, module in found if module is not None}


def frame_of(program: Program) -> object:
    """What a program is besides what its b-threads do, as plain texts.

    The order of b-threads belongs to it where a strategy of the user's own sees that. Their rules
    stand for them, as their names may show addresses.
    """
    sets = {"final": program.final, **program.owners}
    sets |= {f"weak {number}": events for number, events in enumerate(program.weak)}
    sets |= {f"strong {number}": events for number, events in enumerate(program.strong)}
    strategy = program.strategy
    is_own = isinstance(strategy, Custom) or root_of(type(strategy).__module__) != OURS
    rules = [thread.rule.name for thread in program.threads]
    names = [name for name in program.names if " at 0x" not in name]
    return (
        names if is_own else None,
        sorted(rules),
        {name: _members(events) for name, events in sets.items()},
        {name: _text(wanted) for name, wanted in program.requirements.items()},
    )


def _members(events: EventSet) -> list[str] | None:
    return None if events.members is None else sorted(map(str, events.members))


def _text(wanted: object) -> object:
    events = getattr(wanted, "events", None)
    if isinstance(events, EventSet):
        return type(wanted).__name__, _members(events)
    text = str(wanted)
    return None if " at 0x" in text else text
