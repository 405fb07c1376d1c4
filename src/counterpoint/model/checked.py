"""Checked systems: what a user's methods give is looked at before anything is made of it."""

from __future__ import annotations

import inspect
import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NoReturn

from ..errors import BadModel, CounterpointError, Fault, Place, Refused
from .system import REST, Label, State, System, Trusted

LOOKS = 64
"""States or steps of a first answer that are compared with those of a second one."""

_NEEDED = {"initial": (), "successors": ("state",), "show": ("state",)}
"""The methods of a system, and what they are called with."""

Step = tuple[Label, State]


def checked(system: Any) -> Any:
    """The same system, whose methods raise `BadModel` where they give what no system gives.

    An exception of a method's own passes through with a note of what was asked. Our own systems,
    and what is no system at all, stay as they are.

    >>> class Clock:
    ...     def initial(self):
    ...         return [0]
    ...     def successors(self, hour):
    ...         return [["tick", [hour + 1]]]
    ...     def show(self, hour):
    ...         return f"{hour} o'clock"
    >>> list(checked(Clock()).successors(0))
    Traceback (most recent call last):
    counterpoint.errors.BadModel: [CP502] Clock.successors(0) gives the state [1], ...
    """
    if isinstance(system, Trusted | type) or not isinstance(system, System):
        return system
    return Checked(system)


def why_no_system(given: object) -> str:
    """What an object lacks to be a system, for an error.

    >>> why_no_system(3)
    'a program, a model or a system is needed, not 3'
    """
    has = [name for name in _NEEDED if hasattr(given, name)]
    name = given.__name__ if isinstance(given, type) else name_of(given)
    if not has:
        return f"a program, a model or a system is needed, not {shown(given)}"
    if isinstance(given, type):
        return f"{name} is a class: give an object of it, such as {name}()"
    lacks = " and no ".join(f"{each}()" for each in _NEEDED if each not in has)
    return (
        f"{name} has {' and '.join(f'{each}()' for each in has)}, and no {lacks}: a system has "
        "initial(), successors(state) and show(state)"
    )


class Checked(Trusted):
    """A system whose methods are looked after; what else it has is passed on as it is."""

    def __init__(self, system: Any) -> None:
        self._system = system
        self._asked: set[str] = set()
        for name, args in _NEEDED.items():
            self._require_method(name, args)
        if getattr(system, "owner", None) is not None:
            self._require_method("owner", ("state",))

    def initial(self) -> Iterator[State]:
        """The states in which a run may start."""
        self._ask_twice("initial")
        for state in self._each("initial", "states in a list such as [0]"):
            if not _is_value(state):
                self._refuse("initial", (), f"the state {shown(state)}", _MUTABLE)
            yield state

    def successors(self, state: State) -> Iterator[Step]:
        """The steps out of a state; it rests where none are given."""
        self._ask_twice("successors", state)
        step: Any = None
        for step in self._each("successors", "pairs (label, state) in a list", state):
            try:
                hash(step)
                label, there = step
                is_sound = type(step) is tuple and (label is not REST or there == state)
            except (TypeError, ValueError):
                is_sound = False
            yield step if is_sound else self._pair(step, state)
        if step is None:
            yield REST, state

    def show(self, state: State) -> Mapping[str, str] | str:
        """A state for a reader."""
        given = self._given("show", state)
        if not isinstance(given, str | Mapping):
            wanted = "and a text is needed, or a mapping of names to texts"
            self._refuse("show", (state,), shown(given), wanted)
        return given

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        found = getattr(self._system, name)
        look = _LOOKS.get(name)
        if look is not None and found is None:
            raise AttributeError(name)
        return found if look is None else look(self, found)

    # What only some systems have.

    def _owner(self, _: object) -> Callable[[State], str | None]:
        players = getattr(self, "players", ())

        def owner(state: State) -> str | None:
            given = self._given("owner", state)
            if given is not None and not (isinstance(given, str) and given):
                wanted = "and a player's name is needed, or None"
                self._refuse("owner", (state,), shown(given), wanted)
            if given is not None and players and given not in players:
                told = f"which is none of its players: {', '.join(players)}"
                self._refuse("owner", (state,), shown(given), told)
            return given

        return owner

    def _players(self, given: object) -> tuple[str, ...]:
        names = () if isinstance(given, str) or not isinstance(given, Iterable) else tuple(given)
        if not all(isinstance(name, str) for name in names) or (given and not names):
            raise BadModel(
                f"{name_of(self._system)}.players is {shown(given)}, and a tuple of names is needed"
            )
        return names

    def _atoms(self, given: object) -> dict[str, Callable[[State], bool]]:
        name = name_of(self._system)
        atoms = self._given("atoms") if callable(given) else given
        if not isinstance(atoms, Mapping):
            raise BadModel(f"{name}.atoms is {shown(atoms)}, and a mapping of names is needed")
        for atom, test in atoms.items():
            if not isinstance(atom, str) or not callable(test):
                raise BadModel(
                    f"{name}.atoms maps {shown(atom)} to {shown(test)}: a text to a function of a "
                    "state is needed"
                )
            _require_taking(test, f"the atom {atom} of {name} is called with a state", ("state",))
        return {atom: self._atom(atom, test) for atom, test in atoms.items()}

    def _atom(self, atom: str, test: Callable[[State], object]) -> Callable[[State], bool]:
        told = f"the atom {atom} of {name_of(self._system)}"

        def holds(state: State) -> bool:
            try:
                said = test(state)
            except Exception as error:
                _note(error, f"{told} in the state {shown(state)}")
                raise
            if type(said).__name__ not in _TRUTHS:
                raise BadModel(
                    f"{told} gives {shown(said)} in the state {shown(state)}, and True or False "
                    "is needed",
                    _place(test),
                )
            return bool(said)

        return holds

    # Asking.

    def _given(self, name: str, *args: object) -> Any:
        """What a method gives; an exception of its own gets a note."""
        try:
            return getattr(self._system, name)(*args)
        except Exception as error:
            _note(error, _call(self._system, name, args))
            raise

    def _each(self, name: str, wanted: str, *args: object) -> Iterator[Any]:
        """What a method gives one by one, if it gives several."""
        given = self._given(name, *args)
        try:
            several = None if isinstance(given, str | bytes) else iter(given)
        except TypeError:
            several = None
        if several is None:
            self._refuse(name, args, shown(given), f"and {wanted} are needed")
        try:
            yield from several
        except Exception as error:
            _note(error, _call(self._system, name, args))
            raise

    def _ask_twice(self, name: str, *args: object) -> None:
        """Raise `BadModel` if the first answer of a method differs when it is asked again."""
        if name in self._asked:
            return
        self._asked.add(name)
        first, again = (list(islice(getattr(self, name)(*args), LOOKS)) for _ in range(2))
        if first != again:
            self._refuse(
                name, args, f"{shown(first)}, and asked again {shown(again)}",
                "and the same is needed each time, compared by value: an object has to have __eq__ "
                "and __hash__, as a frozen dataclass has",
            )  # fmt: skip

    def _pair(self, step: object, state: State) -> Step:
        """The pair that a step is after all, such as a list of two; raises `BadModel` if none."""
        args = (state,)
        if not isinstance(step, tuple | list) or len(step) != 2:
            wanted = "and a pair (label, state) is needed"
            self._refuse("successors", args, f"the step {shown(step)}", wanted)
        label, there = step
        if not _is_value(there):
            self._refuse("successors", args, f"the state {shown(there)}", _MUTABLE)
        if not _is_value(label):
            self._refuse("successors", args, f"the label {shown(label)}", _MUTABLE)
        if label is REST and there != state:
            self._refuse("successors", args, shown(step), "which rests and yet moves on")
        return label, there

    def _require_method(self, name: str, args: tuple[str, ...]) -> None:
        method, called = getattr(self._system, name), f"{name}({', '.join(args)})"
        where = f"{name_of(self._system)}.{name}"
        if not callable(method):
            raise BadModel(f"{where} is {shown(method)}, and a method {called} is needed")
        _require_taking(method, f"{where} is called as {called}", args)

    def _refuse(self, name: str, args: tuple[object, ...], gives: str, wanted: str) -> NoReturn:
        raise BadModel(
            f"{_call(self._system, name, args)} gives {gives}, {wanted}",
            _place(getattr(self._system, name)),
        )


_MUTABLE = "which cannot be hashed: a value that never changes is needed, such as a tuple"

_TRUTHS = {"bool", "bool_"}
"""The types of True and False, also of numpy, which need not be there."""

_LOOKS: dict[str, Callable[[Checked, Any], Any]] = {
    "owner": Checked._owner,
    "players": Checked._players,
    "atoms": Checked._atoms,
}


def name_of(system: object) -> str:
    """The name of a system for an error: that of its class, or of a module."""
    return system.__name__ if inspect.ismodule(system) else type(system).__name__


def shown(value: object) -> str:
    """A value as errors quote it, cut where it is long."""
    return _SHORT.repr(value)


_SHORT = reprlib.Repr()
_SHORT.maxother = _SHORT.maxstring = 80


def require_undrawn(system: Any) -> None:
    """Raise `Refused` where chance decides on steps: there is no list of all of them."""
    if (drawn := getattr(system, "draws", None)) is not None:
        raise Refused(drawn.holds)


def unsteady(system: Any, error: CounterpointError) -> CounterpointError:
    """What to say where steps that a system gave are not among those that it gives now.

    A system of a user's own gives others than before; with ours it is our fault.
    """
    if not isinstance(system, Checked):
        return Fault(error.message)
    name = name_of(system._system)
    return BadModel(
        f"{name}.successors gives other steps than before: {error.message}. The same is needed "
        "each time, whatever was asked in between",
        _place(system._system.successors),
    )


def why_not_called(given: Callable[..., Any], args: Sequence[str]) -> str:
    """Why something cannot be called with so many arguments; empty if it can, or does not tell.

    >>> why_not_called(lambda state: state, ["state", "labels"])
    'too many positional arguments'
    """
    try:
        inspect.signature(given).bind(*args)
    except TypeError as error:
        return str(error)
    except ValueError:
        pass  # a method written in another language does not tell what it takes
    return ""


def _require_taking(given: Callable[..., Any], how: str, args: Sequence[str]) -> None:
    if why := why_not_called(given, args):
        raise BadModel(f"{how}: {why}", _place(given))


def _note(error: Exception, asked: str) -> None:
    if not isinstance(error, CounterpointError):
        error.add_note(f"asked of {asked}")


def _is_value(given: object) -> bool:
    try:
        hash(given)
    except TypeError:
        return False
    return True


def _call(system: object, name: str, args: tuple[object, ...]) -> str:
    return f"{name_of(system)}.{name}({', '.join(map(shown, args))})"


def _place(method: object) -> Place | None:
    code = getattr(method, "__code__", None)
    return None if code is None else Place.of_code(code)
