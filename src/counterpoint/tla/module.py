"""A TLA+ module as a target: its theorems, its rules, and the system of its specification."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from ..displayed import Displayed
from ..errors import BadMeaning, NothingToCheck, Place, UnknownName
from ..model.capabilities import Drawn
from ..model.notation import Notation
from ..model.specified import StateProbe
from ..model.system import REST, Label, Trusted
from .alias import shown_by
from .assumptions import assume
from .bounds import NO_BOUNDS, Bounds
from .choice import PLAIN as PLAIN
from .choice import Choice as Choice
from .disambiguate import disambiguated, named
from .evaluate.context import Closed
from .levels import Level
from .modules import Loaded, check_expression
from .owner import owner_of
from .parse_state import parse_state
from .places import places
from .predicates import Predicates
from .sorts import Sort
from .spec.asked import asked_of, specification_of, stated
from .spec.configured import Configured, configured
from .spec.fairness import said_of_paths
from .spec.flatten import flatten
from .spec.proposal import proposed, specifications
from .spec.specification import Conjunct, Kind, Specification
from .spec.theorems import Claim, Form, theorems
from .switches import Switches
from .syntax import Config, read_expression
from .system import ModuleSystem, State
from .theorems import ModuleTheory
from .values import grid, show


class TlaModule(Trusted, Displayed):
    """A module, ready to be checked, run and queried; `file.load_module` loads one.

    It is also a system, in which a state is the tuple of the values of its variables.

    >>> from counterpoint import examples
    >>> from counterpoint.tla.file import load_module
    >>> module = load_module(examples.__path__[0] + "/StrategicTicTacToe.tla")
    >>> len(module.initial()), len(module.successors(module.initial()[0]))
    (1, 4)
    """

    notation: ClassVar = Notation.MODULE

    def __init__(
        self,
        loaded: Loaded,
        config: Config | None = None,
        choice: Choice = PLAIN,
        rules: tuple[str, ...] | None = None,
        *,
        ruled: bool = False,
    ) -> None:
        self.loaded = loaded
        self.config = config
        self.choice = choice
        self._kept = rules
        self._is_ruled = ruled

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by what it was made from; its files are read again."""
        return _again, (self.loaded, self.config, self.choice, self._kept, self._is_ruled)

    @property
    def name(self) -> str:
        """The name of the module."""
        return self.loaded.name

    @property
    def signature(self) -> str:
        """A hash that identifies this check: the texts of the module, and all that is checked."""
        from .signature import signature  # only checks with checkpoints need it

        return signature(self.loaded, self.config, self.choice, self._kept)

    # Claims ---------------------------------------------------------------------------------------

    @cached_property
    def configured(self) -> Configured | None:
        """What the configuration says, if there is one.

        If theorems are chosen and the configuration names no specification, its invariants and
        properties are ignored.
        """
        config = self.config
        if config is not None and self.choice.theorems and not config.names_a_system:
            config = replace(config, invariants=(), properties=())
        return None if config is None else configured(config, self.loaded)

    @cached_property
    def theory(self) -> ModuleTheory:
        """Everything that is to be decided.

        Raises `NothingToCheck` if that is nothing.
        """
        said, claims = self._asking, self._claims
        only_assumes = not claims and self._only_assumes
        whole = None if only_assumes else self._specification
        deadlock = self._asks_for_deadlock and not only_assumes
        if not (claims or only_assumes or said) and (not deadlock or whole is None):
            raise NothingToCheck(f"{self.name} states no theorem, and nothing else was asked")
        if said is not None:
            parts = [part for claim in claims for part in claim.parts]
            said.require_constants((*parts, *(() if whole is None else whole.conjuncts)))
        assume(self.loaded, every=self.config is not None, deadlock=deadlock)
        theory = ModuleTheory(self.loaded, claims, self._bounds, deadlock, whole)
        theory.by_configuration = only_assumes or said is not None
        if said is not None:
            theory.postconditions = said.postconditions
        theory.warnings += [*self._said_of_file, *self._said_of_configuration, *self._said_of_rules]
        theory.warnings += self._said_of_choice
        return theory

    @property
    def written_at(self) -> Mapping[str, Place]:
        """Where the claims to decide are stated, by the names of their questions."""
        return self.theory.written_at

    @property
    def is_configured(self) -> bool:
        """Whether the configuration says what to check, so that a check has TLC's meaning."""
        return self._asking is not None

    @property
    def _asking(self) -> Configured | None:
        """The configuration, if it says what to check; None if it only gives constants.

        None also if theorems are chosen. These are decided with its constants, but as they are
        stated: without its constraints.
        """
        said = self.configured
        return None if said is None or said.specification is None or self.choice.theorems else said

    @property
    def _asks_for_deadlock(self) -> bool:
        """Whether to look for deadlocks: as requested, or by default if there are no claims."""
        if self.choice.deadlock is not None:
            return self.choice.deadlock
        if self._asking is not None:
            return self._asking.deadlock
        said = None if self.config is None or self.choice.theorems else self.config.deadlock
        return not self._claims if said is None else said

    @property
    def _only_assumes(self) -> bool:
        """Whether only assumptions are checked, unless there are claims.

        So it is if the module has assumptions, the configuration has no specification, and neither
        a specification nor a deadlock check is requested.
        """
        said, asked = self.configured, self.choice
        gives = said is not None and said.specification is None and bool(self.loaded.assumes)
        return gives and asked.spec is None and not asked.deadlock

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The theorems to be decided, or what the configuration or the choice asks instead."""
        return tuple(self._claims)

    @cached_property
    def _bounds(self) -> Bounds:
        said = self._asking
        free = {sort.variable: sort.values for sort in self._ranging} or None
        if said is None:
            return Bounds(free=free) if free else NO_BOUNDS
        symmetry = None if self._names_model_values else said.symmetry
        return Bounds(said.constraints, said.action_constraints, said.view, symmetry, free)

    @cached_property
    def _names_model_values(self) -> bool:
        """Whether a given invariant or property distinguishes model values by their names."""
        given = (*self.choice.invariants, *self.choice.properties)
        return any(self.loaded.names_a_model_value(read_expression(text)) for text in given)

    @cached_property
    def _ranging(self) -> tuple[Sort, ...]:
        return () if self._whole is None else self._switches.ranging(self._claims)

    @cached_property
    def _claims(self) -> list[Claim]:
        asked = self.choice
        given = list(self._asked_for) if asked.invariants or asked.properties else []
        if given and not asked.theorems:
            return given
        found = self._configured_claims if self._asking is not None else self._wanted
        if self._is_ruled:
            found = [claim for claim in found if self._switches.is_about(claim)]
        return given + (found if self._whole is None else self._switches.claims(found))

    @property
    def _configured_claims(self) -> list[Claim]:
        """The claims of the configuration, about its specification or about the chosen one."""
        assert self._asking is not None
        claims = self._asking.claims
        if self.choice.spec is None:
            return list(claims)
        return [replace(claim, specification=self._whole) for claim in claims]

    @property
    def _wanted(self) -> list[Claim]:
        """The theorems chosen by name, number or formula; all of them if none are chosen.

        If a specification is chosen but no theorems, the theorems about that specification. If both
        are chosen, the claims of these theorems about that specification.
        """
        names, spec = self.choice.theorems, self.choice.spec
        known = list(theorems(self.loaded))
        if names:
            known = [claim for name in names for claim in stated(self.loaded, name, known)]
        if spec is None:
            return known
        if names and self._whole is not None:
            return [asked_of(self._whole, one) for one in known]
        return [one for one in known if one.specification and one.specification.name == spec]

    @property
    def _asked_for(self) -> Iterator[Claim]:
        """Claims for the given invariants and properties."""
        spec = self.specification
        number = 0
        for texts, limit in (
            (self.choice.invariants, Level.STATE),
            (self.choice.properties, Level.TEMPORAL),
        ):
            for text in texts:
                number += 1
                closed = self.expression(text, limit)
                parts = flatten(closed.expression, closed.scope).conjuncts
                if limit is Level.STATE:
                    parts = (Conjunct(Kind.ALWAYS, text, closed.expression, closed.scope),)
                yield Claim(
                    number, text, text, Form.RUNS, closed, closed.expression.at, self.name, spec,
                    parts,
                )  # fmt: skip

    def expression(self, text: str, limit: Level) -> Closed:
        """An expression about the module, parsed from a text.

        Raises `BadModule` if it is no expression, and `BadMeaning` if its level is above `limit`.
        """
        tree = read_expression(text)
        level = check_expression(tree, self.loaded.asked)
        if level > limit:
            raise BadMeaning(f"{text} is {level}, and {limit} is needed here", tree.at.place())
        return Closed(tree, self.loaded.asked)

    # The specification and its rules --------------------------------------------------------------

    @property
    def specification(self) -> Specification:
        """The specification with its active rules.

        Raises `NothingToCheck` if there is no specification, or no active rule.
        """
        return self._switches.specification

    @cached_property
    def _switches(self) -> Switches:
        """The rules of the specification, some of which may be off.

        Raises `NothingToCheck` if the module has no specification.
        """
        whole = self._whole
        if whole is None:
            why = proposed(self.loaded).why
            raise NothingToCheck(
                f"{self.name} has no specification to follow: {why}; name one by --spec"
            )
        off = whole.rules if self._kept is not None else ()
        gone = frozenset(rule for rule in off if rule not in (self._kept or ()))
        return Switches(self.loaded, whole, gone, self.choice.free)

    @property
    def _specification(self) -> Specification | None:
        return None if self._whole is None else self.specification

    @property
    def _said_of_file(self) -> Iterator[str]:
        """A warning if the file has another name than its module: TLC and other modules need it."""
        origin = self.loaded.origin
        if origin.text is None and origin.path.stem != self.name:
            yield f"{origin.path.name} holds module {self.name}: TLC reads it from {self.name}.tla"

    @property
    def _said_of_configuration(self) -> Iterable[str]:
        """Warnings about what the configuration requests, or does not request."""
        if self.configured is None:
            return ()
        asking = self._asking
        given = self.choice.invariants or self.choice.properties
        unasked = () if given else theorems(self.loaded)
        said = [*self.configured.said(self.name, asks=asking is not None, unasked=unasked)]
        if asking is not None and asking.symmetry is not None and self._names_model_values:
            said.append("SYMMETRY is left out: what is asked distinguishes model values")
        return said

    @property
    def _said_of_rules(self) -> Iterator[str]:
        return iter(()) if self._whole is None else self._switches.said(self._ranging)

    @property
    def _said_of_choice(self) -> Iterator[str]:
        """Warnings about the choice of a specification that was not named."""
        asked, whole = self.choice, self._whole
        if whole is not None and self._is_ruled and len(whole.rules) == 1:
            yield f"{whole.name} is one rule, and nothing is left without it"
        is_asked = asked.invariants or asked.properties or self._is_ruled
        if whole is None or not is_asked or asked.spec is not None or self._asking is not None:
            return
        if not asked.theorems and len(specifications(self.loaded)) > 1:
            yield f"this is asked of {whole.name}; --spec NAME asks another specification"

    @cached_property
    def _whole(self) -> Specification | None:
        """The specification with all its rules.

        It is the chosen one; else that of the configuration or the theorem; else the likeliest one.
        """
        if self.choice.spec is not None:
            return replace(specification_of(self.loaded, self.choice.spec), name=self.choice.spec)
        if self._asking is not None:
            return self._asking.specification
        asked, known = self.choice, list(theorems(self.loaded))
        chosen = [one for name in asked.theorems for one in stated(self.loaded, name, known)]
        if found := [each.specification for each in chosen if each.specification is not None]:
            return max(found, key=lambda each: len(each.rules))
        if chosen and not (asked.invariants or asked.properties):
            return None
        return proposed(self.loaded, known).specification

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the active rules."""
        return self._switches.rules

    def without(self, *rules: str) -> TlaModule:
        """The module with these rules of its specification switched off; raises `UnknownName`."""
        self._switches.whole.without(*rules)
        return self._keeping(tuple(rule for rule in self.rules if rule not in rules))

    def only(self, *rules: str) -> TlaModule:
        """The module with only these rules of its specification active; raises `UnknownName`."""
        self._switches.whole.only(*rules)
        return self._keeping(tuple(rule for rule in self.rules if rule in rules))

    def stages(self) -> Iterator[tuple[str, TlaModule]]:
        """The name of each rule, with the module in which the rules up to it are active."""
        for count, name in enumerate(self.rules, start=1):
            yield name, self._keeping(self.rules[:count])

    @property
    def ruled(self) -> TlaModule:
        """The module with only those claims that are about the specification with its rules."""
        return TlaModule(self.loaded, self.config, self.choice, self._kept, ruled=True)

    @property
    def off(self) -> tuple[str, ...]:
        """The rules of the specification that are switched off."""
        on = self.rules
        return tuple(rule for rule in self._switches.whole.rules if rule not in on)

    def choosing(self, choice: Choice) -> TlaModule:
        """The module, checked for something else; the same rules are off."""
        return TlaModule(self.loaded, self.config, choice, self._kept)

    def _keeping(self, rules: tuple[str, ...]) -> TlaModule:
        return TlaModule(self.loaded, self.config, self.choice, rules, ruled=self._is_ruled)

    # The system -----------------------------------------------------------------------------------

    @cached_property
    def system(self) -> ModuleSystem:
        """The system of the specification."""
        free = {sort.variable: sort.values for sort in self._switches.ranging_anyway}
        bounds = replace(self._bounds, free=free or self._bounds.free)
        return ModuleSystem(self.loaded, self.specification, bounds)

    @property
    def draws(self) -> Drawn | None:
        """Why answers are not valid if states or steps are drawn at random; else None."""
        return self.system.draws

    def initial(self) -> list[State]:
        """The initial states that satisfy the constraints, each once."""
        return list(filter(self.system.within, dict.fromkeys(self.system.initial())))

    def successors(self, state: State) -> list[tuple[Label, State]]:
        """The steps out of a state, each once; `REST` if there is none.

        A step that changes nothing is stuttering; it is left out if there are other steps. In a
        game, steps with the same name are distinguished, because players choose by labels.
        """
        system = self.system
        found = [
            (label, there)
            for label, there in named(system.successors(state))
            if system.within(there) and system.allows(state, there)
        ]
        moves = [step for step in found if step[1] != state] or found
        if self._owner is not None:
            moves = disambiguated(self.variables, state, moves)
        return [*moves] or [(REST, state)]

    def show(self, state: State) -> dict[str, str]:
        """The value of each variable, in TLA+ syntax."""
        return self.system.show(state)

    def as_json(self, state: State) -> dict[str, Any]:
        """The value of each variable, as data for JSON."""
        return self.system.as_json(state)

    def cells(self, state: State) -> dict[str, str]:
        """The value at each place inside the variables, in TLA+ syntax: a board as its squares."""
        pairs = zip(self.variables, state, strict=True)
        return {place: show(part) for name, of in pairs for place, part in places(name, of)}

    def seen(self, state: State, there: State | None = None) -> dict[str, Any]:
        """The values to show for a state before `there`: those of the ALIAS or of the variables."""
        shown = None if self._alias is None else self._alias(state, there or state)
        return dict(zip(self.variables, state, strict=True)) if shown is None else shown

    @cached_property
    def _alias(self) -> Callable[[State, State], dict[str, Any] | None] | None:
        said = self.configured.alias if self.configured is not None else None
        return None if said is None else shown_by(said, self.variables)

    @property
    def said(self) -> str:
        """That states which a check does not distinguish are distinguished here; else empty."""
        bounds = self.system.bounds
        merging = {"SYMMETRY": bounds.symmetry, "VIEW": bounds.view}
        named = [name for name, closed in merging.items() if closed is not None]
        does = "does" if len(named) == 1 else "do"
        names = " and ".join(named)
        return f"all states are distinguished here: {names} {does} not apply" if named else ""

    @property
    def said_of_paths(self) -> str:
        """How the paths that formulas quantify over differ from the specification's behaviors."""
        return said_of_paths(self.specification)

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the variables, in the order of their values in a state."""
        return tuple(variable.name for variable in self.loaded.variables)

    @property
    def variables_said(self) -> str:
        """The names of the variables, as error messages list them."""
        return f"the variables of {self.name} are {', '.join(self.variables) or 'none'}"

    def parse_state(self, text: str) -> State | None:
        """The state that a predicate describes; None if the text is no state predicate."""
        return parse_state(self.loaded, text)

    def picture(self, state: State) -> str:
        """The state as text, as the ALIAS shows it: boards as grids, other values on one line."""
        blocks = []
        for name, of in self.seen(state).items():
            lines = grid(of)
            head = f"{name} ="
            blocks += [f"{head} {show(of)}"] if lines is None else [head, *lines]
        return "\n".join(blocks)

    def owner(self, state: State) -> str | None:
        """The player who moves in a state, by the chosen variable; None if none is chosen."""
        return None if self._owner is None else self._owner(state)

    @cached_property
    def _owner(self) -> Callable[[State], str] | None:
        name = self.choice.owner
        if name is None:
            return None
        try:
            closed = self.expression(name, Level.STATE)
        except BadMeaning as error:
            raise UnknownName(f"{error.message}; {self.variables_said}") from None
        return owner_of(name, closed, self.system.compiler)

    @property
    def atoms(self) -> Mapping[str, Callable[[State], bool]]:
        """The atoms of formulas: definitions, and any state predicate in TLA+."""
        return self._predicates

    def probe(self, text: str) -> StateProbe:
        """An atom as a probe of the system; raises `UnknownAtom`."""
        return self._predicates.fact(text)

    @cached_property
    def _predicates(self) -> Predicates:
        return Predicates(self.loaded, lambda text: self.expression(text, Level.STATE), self.system)


def _again(
    loaded: Loaded, config: Config | None, choice: Choice, kept: tuple[str, ...] | None, ruled: bool
) -> TlaModule:
    return TlaModule(loaded, config, choice, kept, ruled=ruled)
