"""Models: variables of finite sorts and the actions that change them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, TypeVar, overload

from ..arguments import says_what_it_takes
from ..displayed import Displayed
from ..errors import BadModel, BadTerm, OutOfSort
from ..logic.formula import Formula
from ..logic.premises import is_linear, together
from ..terms.apply import all_true
from ..terms.array import Array, Cell
from ..terms.blame import blames_caller
from ..terms.expr import Expr
from ..terms.layout import Layout
from ..terms.lift import lift
from ..terms.sort import Bool, Interval, sort_of, text_of_sort
from ..terms.term import Term, Variable
from ..terms.text import text_of
from .action import Action, Fairness, Readiness
from .capabilities import texts_of
from .ground import Owner, ground
from .init import ANY, array_begins, begins
from .notation import Notation
from .parts import Parts
from .picture import Draw, Picture
from .predicate import predicate
from .property import misnamed
from .reasons import Reason
from .scope import Scope, closest
from .steps import Steps, Values
from .system import Label, Trusted
from .valuation import as_json, require_values, show, state_of, values_of, writing

F = TypeVar("F", bound=Callable[..., object])
V = TypeVar("V")
R = TypeVar("R")


class Model(Trusted, Displayed):
    """A system written as variables of finite sorts and actions; it is a `System`.

    Variables are declared first, then everything that uses them. The first query freezes a model:
    later declarations are refused. A state is a tuple of values in the order of declaration, arrays
    written out. `show` draws a state for readers: it is called with the values of the variables by
    name, an array's as a tuple, and returns a text. `view` is called in the same way and returns
    an SVG text for the page; there, an element with `data-event="LABEL"` is a button for a step.

    >>> from counterpoint.model.step import step
    >>> game = Model("counter")
    >>> n = game.var("n", range(4), init=0)
    >>> @game.action(by=[1, 2])
    ... def add(by):
    ...     return step(when=n + by <= 3, set={n: n + by})
    >>> game.successors((1,))
    [('add(1)', (2,)), ('add(2)', (3,))]
    >>> game.successors((3,))
    [(rest, (3,))]
    """

    notation: ClassVar = Notation.MODEL

    @says_what_it_takes
    def __init__(
        self, name: str = "model", *, show: Draw | None = None, view: Draw | None = None
    ) -> None:
        if not isinstance(name, str):
            raise BadModel(f"the name of a model is a text, not {name!r}")
        for keyword, draw in (("show", show), ("view", view)):
            if draw is not None and not callable(draw):
                needed = "a function of the values of the variables"
                raise BadModel(f"{keyword}= takes {needed}, not {draw!r}")
        self.name = name
        self._draws = {"show": show, "view": view}
        self._scope = Scope()
        self._start: list[Term] = []
        self._first: list[Term] = []
        self._labels: dict[str, list[str]] = {}
        self._actions: list[Action] = []
        self._owners: list[str] = []
        self._atoms: dict[str, Term] = {}
        self._turns: dict[str, Term] = {}
        self._fairness: list[Fairness] = []
        self._progress: Term | None = None
        self._requirements: dict[str, str] = {}
        self._assumption: Formula | None = None
        self._reasons: list[Reason] = []
        self._parts: Parts | None = None

    @classmethod
    def of(cls, name: str, parts: Parts) -> Model:
        """The model with these parts; it accepts no more declarations."""
        model = cls(name)
        model._parts = parts
        return model

    def __repr__(self) -> str:
        return f"<model {self.name}>"

    # Declarations.

    @blames_caller
    def var(self, name: str, sort: object, *, init: object = ANY) -> Cell:
        """Declare a variable, and return it for use in expressions.

        `sort` is `bool`, a `range`, members in a tuple, a list or a text, or `subsets_of(...)`.
        `init` is the initial value, or a list or set of allowed initial values; a variable without
        it may start with any value of its sort.
        """
        variable = Variable(name, sort_of(sort))
        first = begins(variable, init)
        self._open().take(name, "a variable")
        self._scope.variables[name] = variable
        self._start += [] if first is None else [first]
        return Cell.of(variable)

    @blames_caller
    def array(
        self, name: str, indices: Iterable[Hashable], sort: object, *, init: object = ANY
    ) -> Array:
        """Declare a variable `name[i]` for each index, to be read and set as `x[i]`.

        An index is any value, or a tuple for `x[r, c]`. `init` is an initial value for all, a set
        of allowed ones, or a mapping or a function from an index to either; without it, the
        elements may start with any value.
        """
        array = Array(name, indices, sort_of(sort))
        first = array_begins(array, init)
        self._open().take(name, "an array")
        self._scope.arrays[name] = array
        self._scope.variables.update({v.name: v for v in array.variables.values()})
        self._start += first
        return array

    @blames_caller
    def choice(self, name: str, sort: object) -> Expr:
        """Declare a value that each step chooses anew, and return it for use in actions.

        It is no variable of the state, and no part of a label: `when=` and `set=` of an action may
        read it, and the action is enabled where some value of it satisfies `when=`.

        >>> from counterpoint.model.step import step
        >>> game = Model("dice")
        >>> total = game.var("total", range(9), init=0)
        >>> die = game.choice("die", range(1, 7))
        >>> @game.action
        ... def throw():
        ...     return step(when=total + die <= 8, set={total: total + die})
        >>> game.successors((6,))
        [('throw', (7,)), ('throw', (8,))]
        """
        variable = Variable(name, sort_of(sort))
        self._open().take(name, "a choice")
        self._scope.choices[name] = variable
        return Expr(variable)

    @blames_caller
    def atom(self, name: str, condition: object) -> Expr:
        """Declare a condition for formulas to use by name, and return it as an expression."""
        term = self._condition(condition, f"the atom {name}")
        self._open().take(name, "an atom")
        self._atoms[name] = term
        return Expr(term)

    @blames_caller
    def why_not(self, words: str, condition: object) -> Expr:
        """The condition, with what to say where it keeps an action from being taken.

        >>> from counterpoint.model.step import step
        >>> game = Model("tap")
        >>> is_open = game.var("is_open", bool)
        >>> @game.action
        ... def open():
        ...     return step(when=game.why_not("it is open already", ~is_open), set={is_open: True})
        """
        self._open()
        if not isinstance(words, str):
            raise BadModel(f"why_not takes words and a condition, and {words!r} are no words")
        term = self._condition(condition, f"what is false if {words!r}")
        self._reasons.append(Reason(term, words))
        return Expr(term)

    @blames_caller
    def turns(self, when: Mapping[str, object] | None = None, /, **players: object) -> None:
        """Declare when each player chooses the next step; in a game, no two at the same time."""
        self._open()
        for player, condition in _named(when, players, "turns").items():
            if player in self._turns:
                raise BadModel(f"the turn of {player} is declared twice")
            self._turns[player] = self._condition(condition, f"the turn of {player}")

    @blames_caller
    def start(self, condition: object) -> None:
        """Restrict the initial states to those in which the condition is true as well."""
        self._open()
        self._start.append(self._condition(condition, "the start"))

    @blames_caller
    def first(self, condition: object) -> None:
        """Put the initial states in which the condition is true before the others.

        Sessions and the page begin in the first initial state.

        >>> dial = Model("dial")
        >>> hour = dial.var("hour", range(1, 13))
        >>> dial.first(hour == 12)
        >>> next(dial.initial())
        (12,)
        """
        self._open()
        self._first.append(self._condition(condition, "the first state"))

    @blames_caller
    def progress(self, number: object) -> None:
        """Promise that every step increases a number, unless the step changes nothing."""
        self._open()
        term = lift(number)
        self._scope.check_all(term, "progress reads")
        if not isinstance(term.sort, Interval):
            raise BadModel(
                f"progress takes a number, and {text_of(term)} is in {text_of_sort(term.sort)}: "
                "declare it with a range"
            )
        self._progress = term

    @overload
    def action(self, function: F, /) -> F: ...

    @overload
    def action(
        self, /, *, owner: Owner = None, **choices: Iterable[Hashable]
    ) -> Callable[[F], F]: ...

    @says_what_it_takes
    def action(self, function: Any = None, /, *, owner: Owner = None, **choices: Any) -> Any:
        """Declare the actions that a function describes: a decorator.

        The function is called once for each combination of `choices`, which are its parameters,
        and returns `step(...)`, or a list of alternative steps. `owner` is the player who chooses
        the action, or a function from choices to the player; without it, `turns` determines the
        player.
        """

        @blames_caller
        def declare(function: F) -> F:
            if not (hasattr(function, "__code__") and hasattr(function, "__name__")):
                raise BadModel(f"action is put on a function, not on {function!r}")
            found = ground(function, choices, owner, self._open())
            self._scope.take(function.__name__, "an action")
            self._labels[function.__name__] = list(found)
            self._actions += [action for of in found.values() for action in of.actions]
            self._owners += [of.owner for of in found.values() if of.owner is not None]
            return function

        return declare if function is None else declare(function)

    @blames_caller
    def weak(self, *names: str) -> None:
        """Promise weak fairness: these actions, together, are not enabled for ever but never taken.

        A name refers to an action with all its choices, or is a label such as `put(3)`.
        """
        self._fair(strong=False, names=names)

    @blames_caller
    def strong(self, *names: str) -> None:
        """Promise strong fairness for these actions, taken together.

        If they are enabled infinitely often, they are taken infinitely often.
        """
        self._fair(strong=True, names=names)

    @blames_caller
    def requires(self, formulas: Mapping[str, str] | None = None, /, **named: str) -> None:
        """Add formulas that a check decides for this model, by name."""
        self._open()
        for name, formula in _named(formulas, named, "requires").items():
            if name in self._requirements:
                raise BadModel(f"the requirement {name} is given twice")
            if not isinstance(formula, str):
                raise BadModel(f"the requirement {name} is a formula in a text, not {formula!r}")
            if wrong := misnamed(name, formula):
                raise BadModel(wrong)
            self._requirements[name] = formula

    @blames_caller
    def assume(self, formula: str | Formula) -> None:
        """Let only runs count that satisfy a linear formula, in every path quantifier.

        Several assumptions hold together. A state from which no run satisfies them satisfies every
        formula about all runs, and none about some run.
        """
        self._open()
        if not isinstance(formula, str | Formula):
            raise BadModel(f"an assumption is a formula such as 'G F ready', not {formula!r}")
        if isinstance(formula, str):
            from ..logic.parser import parse  # most models assume nothing

            formula = parse(formula)
        if not is_linear(formula):
            raise BadModel(
                f"an assumption is about single runs, and {formula} asks what other runs there are"
            )
        self._assumption = together([self._assumption, formula])

    # Queries: the first one freezes the model.

    @property
    def parts(self) -> Parts:
        """The whole model as data, for an engine to read."""
        if self._parts is None:
            parts = self.declared
            names = tuple(parts.cells)
            drawn = {
                keyword: None if draw is None else Picture(draw, names, keyword)
                for keyword, draw in self._draws.items()
            }
            self._parts = replace(parts, picture=drawn["show"], view=drawn["view"])
        return self._parts

    @property
    def declared(self) -> Parts:
        """The model as it is declared so far, as data; this does not freeze it.

        As variables may be missing that its pictures need, it has none before it is frozen.

        >>> game = Model("counter")
        >>> n = game.var("n", range(4), init=0)
        >>> [variable.name for variable in game.declared.variables]
        ['n']
        >>> by = game.var("by", range(2))
        """
        if self._parts is not None:
            return self._parts
        return Parts(
            variables=tuple(self._scope.variables.values()),
            start=all_true(self._start),
            actions=tuple(self._actions),
            atoms=dict(self._atoms),
            turns=dict(self._turns),
            fairness=tuple(self._fairness),
            progress=self._progress,
            requirements=dict(self._requirements),
            impossible=self._impossible(),
            owners=tuple(dict.fromkeys(self._owners)),
            arrays=dict(self._scope.arrays),
            assumption=self._assumption,
            first=all_true(self._first),
            reasons=tuple(self._reasons),
        )

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables in the order of declaration, which is the order of values in a state."""
        return self.parts.variables

    @property
    def actions(self) -> tuple[Action, ...]:
        """The ground actions in the order of declaration."""
        return self.parts.actions

    @property
    def atoms(self) -> Mapping[str, Term]:
        """The conditions that formulas can use by name."""
        return self.parts.atoms

    @property
    def players(self) -> tuple[str, ...]:
        """The players of `turns`, then those who own actions."""
        return self.parts.players

    @property
    def fairness(self) -> tuple[Fairness, ...]:
        """The fairness conditions declared by `weak` and `strong`."""
        return self.parts.fairness

    @property
    def requirements(self) -> Mapping[str, str]:
        """The formulas that a check decides, by name."""
        return self.parts.requirements

    @property
    def layout(self) -> Layout:
        """How a state is packed and numbered."""
        return self.parts.layout

    def initial(self) -> Iterator[Values]:
        """The initial states, in a fixed order; those that are declared `first` come first."""
        return self._steps.initial()

    def begins(self, state: Values) -> bool:
        """Whether a state is initial; no initial states are listed for that.

        >>> dial = Model("dial")
        >>> hour = dial.var("hour", range(1, 13), init=[3, 12])
        >>> dial.begins((12,)), dial.begins((4,)), dial.begins((13,))
        (True, False, False)
        """
        return self._steps.begins(state)

    def successors(self, state: Values) -> list[tuple[Label, Values]]:
        """The steps out of a state in the order of the actions, each (label, state) once.

        Raises `OutOfSort` if a step gives a variable a value outside its sort.
        """
        return self._asked(self._steps.successors, state)

    def each_step(self, state: Values) -> Iterator[tuple[Label, Values]]:
        """The steps out of a state one by one: actions that choose values may have very many."""
        return self._steps.each_step(state)

    def some_steps(self, state: Values, most: int) -> tuple[list[tuple[Label, Values]], bool]:
        """The steps out of a state that `most` choices of each action lead to; whether all.

        If an action has more choices, some of them are drawn, the same ones each time.

        >>> from counterpoint.model.step import step
        >>> game = Model()
        >>> n = game.var("n", range(1000), init=0)
        >>> any_number = game.choice("any_number", range(1000))
        >>> @game.action
        ... def jump():
        ...     return step(set={n: any_number})
        >>> len(game.some_steps((0,), 1000)[0]), game.some_steps((0,), 10)[1]
        (1000, False)
        """
        return self._asked(lambda of: self._steps.some_steps(of, most), state)

    def takes_step(self, state: Values, label: Label, there: Values) -> bool:
        """Whether a step with this label leads from a state to another one, or is its rest.

        The steps are not listed. Raises `Misuse` if these are no states.

        >>> from counterpoint.model.step import step
        >>> game = Model()
        >>> n = game.var("n", range(1000), init=0)
        >>> any_number = game.choice("any_number", range(1000))
        >>> @game.action
        ... def jump():
        ...     return step(set={n: any_number})
        >>> game.takes_step((0,), "jump", (7,)), game.takes_step((0,), "jump", (1000,))
        (True, False)
        """
        return self._asked(lambda of: self._steps.takes_step(of, label, there), state)

    def owners(self, state: Values) -> tuple[str, ...]:
        """The players who can choose a step in a state; in a game, at most one."""
        return self._asked(self._steps.owners, state)

    def owner(self, state: Values) -> str | None:
        """The player who chooses the step in a state; None if no player does, or several."""
        owners = self.owners(state)
        return owners[0] if len(owners) == 1 else None

    def explain(self, state: Values) -> tuple[Readiness, ...]:
        """Whether each action is enabled in a state, and which parts of its guard are false."""
        return self._asked(self._steps.readiness, state)

    def predicate(self, text: str) -> Term:
        """The condition in a text: an atom, a variable, or an expression such as `x[0] = 1`.

        >>> light = Model("light")
        >>> colour = light.var("colour", ["red", "green"])
        >>> light.predicate("colour = red").op
        <Op.EQ: '=='>
        """
        try:
            return predicate(text, self.parts)
        except (BadTerm, OutOfSort) as error:
            error.place = None  # the place is in the text, not in a program
            raise

    @says_what_it_takes
    def state(self, /, **values: object) -> Values:
        """The state with these values by name; an array's as a sequence or a mapping by index.

        >>> game = Model()
        >>> x, t = game.array("x", range(3), range(2)), game.var("t", bool)
        >>> game.state(x=(0, 1, 0), t=True)
        (0, 1, 0, True)
        """
        return state_of(self.parts, values)

    def values(self, state: Values) -> dict[str, Any]:
        """The values of a state by name; an array's as a tuple."""
        return values_of(self.parts, state)

    def show(self, state: Values) -> dict[str, str]:
        """The values of a state as text by name; one text for an array."""
        return show(self.parts, state)

    def as_json(self, state: Values) -> Any:
        """The values of a state by name as data for JSON.

        An array is a list if its indices are 0, 1, 2 and so on, an object if they are names, and
        else `{"#map": [[index, value], ...]}`; a set is `{"#set": [...]}`.

        A model that shows its states otherwise is taken at its word.

        >>> light = Model()
        >>> on, colour = light.var("on", bool), light.var("colour", ["red", "green"])
        >>> light.as_json((True, "red"))
        {'on': True, 'colour': 'red'}
        """
        if type(self).show is not Model.show:
            return texts_of(self.show(state))
        return as_json(self.parts, state)

    def writing(self) -> Callable[[Values], str]:
        """Gives states as JSON texts, quickly if there are many, all of this model.

        >>> light = Model()
        >>> _ = light.var("on", bool)
        >>> list(map(light.writing(), [(True,), (False,)]))
        ['{"on": true}', '{"on": false}']
        """
        return writing(self.parts)

    def picture(self, state: Values) -> str | None:
        """The state as this model's `show` draws it; None without `show`.

        >>> nim = Model("nim", show=lambda left: "|" * left)
        >>> left = nim.var("left", range(6), init=5)
        >>> nim.picture((3,))
        '|||'
        """
        drawn = self.parts.picture
        return None if drawn is None else self._asked(lambda of: drawn.of(self.values(of)), state)

    def view(self, state: Values) -> str | None:
        """The state as SVG, as this model's `view` draws it; None without `view`."""
        drawn = self.parts.view
        return None if drawn is None else self._asked(lambda of: drawn.of(self.values(of)), state)

    def _asked(self, ask: Callable[[Values], R], state: Values) -> R:
        """The result of `ask` for a state; raises `Misuse` if a value is outside its sort."""
        try:
            return ask(state)
        except TypeError:
            require_values(self.variables, self.name, state)
            raise

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: all but the functions that were made of it."""
        return {name: of for name, of in self.__dict__.items() if name != "_steps"}

    @cached_property
    def _steps(self) -> Steps:
        return Steps(self.parts)

    def _impossible(self) -> tuple[str, ...]:
        """The declared labels of actions with guards that are constantly false."""
        possible = {action.label for action in self._actions}
        declared = dict.fromkeys(label for labels in self._labels.values() for label in labels)
        return tuple(label for label in declared if label not in possible)

    def _open(self) -> Scope:
        if self._parts is not None:
            raise BadModel(
                f"{self.name} has been asked already, so nothing can be declared any more: "
                "declare everything first"
            )
        return self._scope

    def _condition(self, given: object, what: str) -> Term:
        term = lift(given)
        self._scope.check_all(term, f"{what} reads")
        if not isinstance(term.sort, Bool):
            raise BadModel(f"{what} is {text_of(term)}, which is not a condition")
        return term

    def _fair(self, *, strong: bool, names: tuple[str, ...]) -> None:
        self._open()
        labels = dict.fromkeys(label for name in names for label in self._labels_of(name))
        possible = {action.label for action in self._actions}
        fair = tuple(label for label in labels if label in possible)
        self._fairness += [Fairness(strong, fair)] if fair else []

    def _labels_of(self, name: str) -> list[str]:
        """The labels that a name refers to: those of an action, or a single label."""
        if not isinstance(name, str):
            raise BadModel(f"an action is named by a text, not by {name!r}")
        if name in self._labels:
            return self._labels[name]
        labels = [label for of in self._labels.values() for label in of]
        if name not in labels:
            known = closest(name, list(dict.fromkeys([*self._labels, *labels])))
            raise BadModel(f"there is no action {name}; there are {known}")
        return [name]


def _named(given: Mapping[str, V] | None, keywords: Mapping[str, V], what: str) -> dict[str, V]:
    """Values from a mapping and from keywords, by name."""
    if given is not None and not isinstance(given, Mapping):
        raise BadModel(f"{what} takes a mapping of names, or keywords, not {given!r}")
    named = {**(given or {}), **keywords}
    for name in named:
        if not isinstance(name, str):
            raise BadModel(f"{what} takes names that are texts, not {name!r}")
    return named
