"""Solutions of conditions over many truth values, as circuits have them.

A partial choice is evaluated in three values, so that what it rules out is not tried, and the next
variable is found from a condition that is still open, backwards through what it depends on.

Goel, An implicit enumeration algorithm to generate tests for combinational logic circuits (PODEM),
IEEE Transactions on Computers 30, 1981.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, TypeAlias

from ..alarm import require_going_on
from ..data import dataclass
from ..identity import Identity, identity
from .bottom_up import bottom_up
from .evaluate import meanings
from .solve import Solver, planned
from .sort import Bool
from .term import Op, Term, Variable

MANY = 8
"""Chosen truth values up to which they are set one by one in a fixed order."""

Truth: TypeAlias = bool | None
"""None if it depends on variables that are not set."""

_LOGICAL = (Op.NOT, Op.AND, Op.OR, Op.EQ, Op.ITE)


def solver_of(conditions: Sequence[Term], chosen: Sequence[Variable]) -> Solver | Backtracer:
    """What finds the values of chosen variables that make conditions true."""
    if len(chosen) > MANY and all(isinstance(variable.sort, Bool) for variable in chosen):
        plan = planned(conditions, chosen)
        is_free = sum(turn.to is None for turn in plan.turns) > MANY
        if is_free and (network := _network(conditions, chosen)) is not None:
            return Backtracer(network)
    return Solver(planned(conditions, chosen))


@dataclass(frozen=True, slots=True)
class _Gate:
    """A node: an operation on nodes before it. Without one it is a variable, or a known term."""

    op: Op | None
    args: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Network:
    """The nodes of conditions, the chosen variables and the known terms among them."""

    gates: tuple[_Gate, ...]
    chosen: Mapping[int, str]
    free: tuple[str, ...]
    known: tuple[tuple[int, Term], ...]
    wanted: tuple[int, ...]


def _network(conditions: Sequence[Term], chosen: Sequence[Variable]) -> _Network | None:
    """The network of conditions; None if something but logic depends on chosen variables."""
    names = {variable.name for variable in chosen}
    places: dict[Identity, int] = {}
    gates: list[_Gate] = []
    variables: dict[str, int] = {}
    known: list[tuple[int, Term]] = []
    depends: set[Identity] = set()

    def leaf(term: Term) -> int:
        gates.append(_Gate(None))
        if isinstance(term, Variable) and term.name in names:
            variables[term.name] = len(gates) - 1
        else:
            known.append((len(gates) - 1, term))
        return len(gates) - 1

    def place(term: Term) -> int:
        if isinstance(term, Variable) and term.name in variables:
            return variables[term.name]
        if identity(term) not in places:
            places[identity(term)] = leaf(term)
        return places[identity(term)]

    for part in bottom_up(conditions):
        if not any(_is_chosen(arg, names) or identity(arg) in depends for arg in part.args):
            continue
        if part.op not in _LOGICAL or not all(isinstance(arg.sort, Bool) for arg in part.args):
            return None
        depends.add(identity(part))
        args = tuple(map(place, part.args))
        gates.append(_Gate(part.op, args))
        places[identity(part)] = len(gates) - 1
    wanted = tuple(map(place, conditions))
    free = tuple(variable.name for variable in chosen if variable.name not in variables)
    of_place = {at: name for name, at in variables.items()}
    return _Network(tuple(gates), of_place, free, tuple(known), wanted)


def _is_chosen(term: Term, names: set[str]) -> bool:
    return isinstance(term, Variable) and term.name in names


class Backtracer:
    """Finds the values of chosen variables, given the values of all other variables."""

    def __init__(self, network: _Network) -> None:
        self._network = network
        self._known = meanings([term for _, term in network.known])

    def of(self, known: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """The values of all variables, for each solution; valid until the next one is asked for."""
        for found in self._solutions(known):
            fixed = {**known, **found}
            every = (*self._network.chosen.values(), *self._network.free)
            left = [name for name in every if name not in found]
            for values in product((False, True), repeat=len(left)):
                yield {**fixed, **dict(zip(left, values, strict=True))}

    def _solutions(self, known: Mapping[str, Any]) -> Iterator[dict[str, bool]]:
        """Partial choices that make the conditions true, whatever the other variables are."""
        cells = self._evaluated(known)
        work = [at for at, gate in enumerate(self._network.gates) if gate.op and cells[at] is None]
        path: list[tuple[int, bool]] = []  # a chosen variable, and whether both values were tried
        while True:
            require_going_on()
            for at in work:
                cells[at] = _value(self._network.gates[at], cells)
            truths = [cells[at] for at in self._network.wanted]
            if all(truths):
                yield {self._network.chosen[at]: bool(cells[at]) for at, _ in path}
            elif False not in truths:
                at, value = self._next(self._network.wanted[truths.index(None)], cells)
                path.append((at, False))
                cells[at] = value
                continue
            while path and path[-1][1]:
                cells[path.pop()[0]] = None
            if not path:
                return
            at, _ = path.pop()
            path.append((at, True))
            cells[at] = not cells[at]

    def _evaluated(self, known: Mapping[str, Any]) -> list[Truth]:
        cells: list[Truth] = [None] * len(self._network.gates)
        for (at, _), value in zip(self._network.known, self._known(known), strict=True):
            cells[at] = value
        for at, gate in enumerate(self._network.gates):
            if gate.op is not None:
                cells[at] = _value(gate, cells)
        return cells

    def _next(self, at: int, cells: Sequence[Truth]) -> tuple[int, bool]:
        """The variable to set next, and its value, so that an open condition may become true."""
        value = True
        while (gate := self._network.gates[at]).op is not None:
            at, value = _backwards(gate, value, cells)
        return at, value


def _value(gate: _Gate, cells: Sequence[Truth]) -> Truth:
    """The value of an operation in three values."""
    args = [cells[arg] for arg in gate.args]
    match gate.op:
        case Op.NOT:
            return None if args[0] is None else not args[0]
        case Op.AND:
            return False if False in args else None if None in args else True
        case Op.OR:
            return True if True in args else None if None in args else False
        case Op.EQ:
            return None if None in args else args[0] == args[1]
        case _:
            condition, then, otherwise = args
            if condition is None:
                return then if then == otherwise else None
            return then if condition else otherwise


def _backwards(gate: _Gate, value: bool, cells: Sequence[Truth]) -> tuple[int, bool]:
    """An open argument of an open operation, and the value of it that may lead to `value`."""
    first, *others = gate.args
    match gate.op:
        case Op.NOT:
            return first, not value
        case Op.AND | Op.OR:
            return next(arg for arg in gate.args if cells[arg] is None), value
        case Op.EQ:
            (other,) = others
            if cells[first] is not None:
                return other, value is cells[first]
            return first, cells[other] is None or value is cells[other]
        case _:
            if cells[first] is None:
                return first, True
            return others[0 if cells[first] else 1], value
