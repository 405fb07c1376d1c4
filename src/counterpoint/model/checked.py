"""Checked systems: the results of a user's methods are validated before they are used."""

from __future__ import annotations

import inspect
import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NoReturn

from ..errors import BadModel, CounterpointError, Fault, Place, Refused
from .capabilities import chance_of
from .system import REST, Label, State, System, Trusted

LOOKS = 64
"""Number of states or steps of a first result that are compared with those of a second call."""

_NEEDED = {"initial": (), "successors": ("state",), "show": ("state",)}
"""The required methods of a system, and the names of their arguments."""

Step = tuple[Label, State]


def checked(system: Any) -> Any:
    """The same system with methods that raise `BadModel` if they return what no system may return.

    An exception raised by a method itself passes through, with a note of what was called. Our own
    systems, and objects that are no systems, are returned unchanged.

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
    """A system with validated methods; its other attributes are passed on unchanged."""

    as_json = None
    """What a class of a user calls so has a meaning of its own."""

    def __init__(self, system: Any) -> None:
        self._system = system
        self._asked: set[str] = set()
        for name, args in _NEEDED.items():
            self._require_method(name, args)
        if getattr(system, "owner", None) is not None:
            self._require_method("owner", ("state",))

    def initial(self) -> Iterator[State]:
        """The initial states."""
        self._ask_twice("initial")
        for state in self._each("initial", "states in a list such as [0]"):
            if not _is_value(state):
                self._refuse("initial", (), f"the state {shown(state)}", _MUTABLE)
            yield state

    def successors(self, state: State) -> Iterator[Step]:
        """The steps out of a state; a `REST` step if the system gives none."""
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
        """A state as text, or as texts by name."""
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

    # Optional attributes of a system.

    def _owner(self, _: object) -> Callable[[State], str | None]:
        players = getattr(self, "players", ())

        def owner(state: State) -> str | None:
            given = self._given("owner", state)
            if given is not None and not (isinstance(given, str) and given):
                wanted = "and a player's name is needed, or None"
                self._refuse("owner", (state,), shown(given), wanted)
            if given is not None and players and given not in players:
                objection = f"which is none of its players: {', '.join(players)}"
                self._refuse("owner", (state,), shown(given), objection)
            return given

        return owner

    def _players(self, given: object) -> tuple[str, ...]:
        names = () if isinstance(given, str) or not isinstance(given, Iterable) else tuple(given)
        if not all(isinstance(name, str) for name in names) or (given and not names):
            raise BadModel(
                f"{name_of(self._system)}.players is {shown(given)}, and a tuple of names is needed"
            )
        return names

    def _labels(self, given: object) -> tuple[Label, ...]:
        labels = () if isinstance(given, str) or not isinstance(given, Iterable) else tuple(given)
        if not all(map(_is_value, labels)) or (not labels and given):
            name = name_of(self._system)
            raise BadModel(f"{name}.labels is {shown(given)}, and a tuple of labels is needed")
        return labels

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
        what = f"the atom {atom} of {name_of(self._system)}"

        def holds(state: State) -> bool:
            try:
                said = test(state)
            except Exception as error:
                _note(error, f"{what} in the state {shown(state)}")
                raise
            if type(said).__name__ not in _TRUTHS:
                raise BadModel(
                    f"{what} gives {shown(said)} in the state {shown(state)}, and True or False "
                    "is needed",
                    _place(test),
                )
            return bool(said)

        return holds

    # Calls of the user's methods.

    def _given(self, name: str, *args: object) -> Any:
        """The result of a method; an exception raised by it gets a note."""
        try:
            return getattr(self._system, name)(*args)
        except Exception as error:
            _note(error, _call(self._system, name, args))
            raise

    def _each(self, name: str, wanted: str, *args: object) -> Iterator[Any]:
        """The elements of a method's result; raises `BadModel` if it is not iterable."""
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
        """Raise `BadModel` if the first call of a method, repeated, gives another result."""
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
        """A step as a pair, such as one given as a list; raises `BadModel` if it is not one."""
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
            self._refuse("successors", args, shown(step), "a rest that leads to another state")
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
"""The types of truth values, including numpy's, which need not be installed."""

_LOOKS: dict[str, Callable[[Checked, Any], Any]] = {
    "owner": Checked._owner,
    "players": Checked._players,
    "labels": Checked._labels,
    "atoms": Checked._atoms,
}


def name_of(system: object) -> str:
    """The name of a system for an error: that of its class, or of a module."""
    return system.__name__ if inspect.ismodule(system) else type(system).__name__


def shown(value: object) -> str:
    """A value as errors quote it, shortened if it is long."""
    return _SHORT.repr(value)


_SHORT = reprlib.Repr()
_SHORT.maxother = _SHORT.maxstring = 80


def require_undrawn(system: Any) -> None:
    """Raise `Refused` if steps are random, because there is no list of all of them."""
    if (drawn := chance_of(system)) is not None:
        raise Refused(drawn.holds)


def unsteady(system: Any, error: CounterpointError) -> CounterpointError:
    """The error if steps that a system gave before are not among those that it gives now.

    For a user's own system it blames that; for one of ours it is a `Fault`.
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
    """Why something cannot be called with these arguments; empty if it can, or if unknown.

    >>> why_not_called(lambda state: state, ["state", "labels"])
    'too many positional arguments'
    """
    try:
        inspect.signature(given).bind(*args)
    except TypeError as error:
        return str(error)
    except ValueError:
        pass  # a method written in another language has no signature
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
