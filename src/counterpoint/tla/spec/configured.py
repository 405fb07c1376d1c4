"""What a configuration file asks of a module, with the meaning that TLC gives it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...data import dataclass
from ...errors import BadConfig
from ..evaluate.context import Closed
from ..evaluate.reader import read_level, reading
from ..levels import Level
from ..modules import Loaded
from ..modules.complaints import close
from ..scope import Defined, Instantiated, Scope
from ..syntax.config import Config, Named
from ..tree import Apply, Expression, Qualified
from .asked import claimed
from .flatten import flatten, of_init_and_next
from .specification import Conjunct, Kind, Specification
from .theorems import Claim, Form

MOST_NAMED = 3
"""How many theorems are named that a configuration leaves out."""


@dataclass(frozen=True, slots=True)
class Configured:
    """What to check and how, according to a configuration."""

    specification: Specification | None
    """None if only assumptions are to be evaluated."""
    claims: tuple[Claim, ...]
    """The invariants, then the properties."""
    constraints: tuple[Closed, ...]
    """State predicates. States where one is false are checked, but their successors are not."""
    action_constraints: tuple[Closed, ...]
    """Actions. Steps where one is false are not taken."""
    symmetry: Closed | None
    view: Closed | None
    alias: Closed | None
    deadlock: bool
    postconditions: tuple[Closed, ...]
    warnings: tuple[str, ...]
    """Reasons why a verdict may say less than it seems to."""

    def said(self, module: str, *, asks: bool, unasked: Sequence[Claim]) -> Iterable[str]:
        """Remarks on the verdicts, as lines of text.

        `asks` is whether the configuration says what to check, or only gives constants. `unasked`
        are the theorems that may be left out because of it.
        """
        if not asks:
            if self.constraints or self.action_constraints:
                yield "a theorem is decided as it is stated: constraints do not apply to it"
            return
        yield from self.warnings
        left = [each for each in unasked if not self._asks(each)]
        if left:
            named = [f"--theorem {each.name or each.number} asks {each.text}" for each in left]
            more = f", and {len(left) - MOST_NAMED} more" if len(left) > MOST_NAMED else ""
            theorems = "theorems" if len(left) > 1 else "a theorem"
            yield (
                f"the configuration of {module} leaves {theorems} undecided: "
                f"{', '.join(named[:MOST_NAMED])}{more}"
            )

    def require_constants(self, parts: Iterable[Conjunct]) -> None:
        """Raise `BadConfig` if these parts, or what bounds the search, need a constant not given.

        An invariant without a value would else be unknown after a part of the search.
        """
        bounds = (self.symmetry, self.view, self.alias)
        used = (
            *(part.closed for part in parts), *self.constraints, *self.action_constraints,
            *(one for one in bounds if one is not None), *self.postconditions,
        )  # fmt: skip
        for one in used:
            lacks = reading(one.expression, one.scope).lacks
            for constant in sorted(lacks, key=lambda each: each.name):
                says = f"the constant {constant.name} is used, and the configuration gives it no"
                raise BadConfig(f"{says} value", constant.at.place())

    def _asks(self, theorem: Claim) -> bool:
        """Whether a theorem needs not be asked: it claims what the configuration does, or nothing.

        Nothing is decided of a theorem that needs a proof.
        """
        if theorem.form is Form.OBLIGATION:
            return True
        asked = {str(part) for claim in self.claims for part in claim.parts}
        about = None if theorem.specification is None else theorem.specification.name
        mine = None if self.specification is None else self.specification.name
        return about == mine and asked.issuperset(map(str, theorem.parts))


def configured(config: Config, loaded: Loaded) -> Configured:
    r"""What a configuration asks of a module, which was loaded with the constants it gives.

    Raises `BadConfig` for names that the module does not define or that have the wrong level.

    >>> from ..modules import load
    >>> from ..syntax import read_config
    >>> body = "VARIABLE x  Init == x = 0  Next == x' = x  Safe == x # 1"
    >>> loaded = load("M.tla", text=f"---- MODULE M ----\n{body}\n====")
    >>> asked = configured(read_config("INIT Init NEXT Next INVARIANT Safe"), loaded)
    >>> asked.specification.rules, [claim.title for claim in asked.claims], asked.deadlock
    (('Init', 'Next'), ['Safe'], True)
    """
    read = _Reading(loaded)
    specification = read.specification(config)
    if specification is None and (config.invariants or config.properties):
        raise BadConfig(
            f"{config.file} has properties but no SPECIFICATION, and no INIT and NEXT "
            "that they are asked of; --theorem asks for a theorem of the module",
            (*config.invariants, *config.properties)[0].at.place(),
        )
    claims = read.claims(config, specification)
    return Configured(
        specification,
        claims,
        read.all(config.constraints, Level.STATE, "CONSTRAINT"),
        read.all(config.action_constraints, Level.ACTION, "ACTION_CONSTRAINT"),
        read.one(config.symmetry, Level.CONSTANT, "SYMMETRY"),
        read.one(config.view, Level.STATE, "VIEW"),
        read.one(config.alias, Level.ACTION, "ALIAS"),
        config.deadlock is not False,
        read.all(config.postconditions, Level.ACTION, "POSTCONDITION"),
        tuple(_warnings(config, claims)),
    )


def _warnings(config: Config, claims: Iterable[Claim]) -> Iterable[str]:
    for name in config.unused:
        yield f"{name} is not evaluated: it only informs or guides TLC while it runs"
    lasting = [claim.name for claim in claims if claim.kinds & {Kind.FAIR, Kind.TEMPORAL}]
    if not lasting:
        return
    named, are = ", ".join(lasting), "are" if len(lasting) > 1 else "is"
    if config.constraints or config.action_constraints:
        yield f"constraints cut runs short: {named} {are} decided of the runs that obey them only"


class _Reading:
    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded
        self.scope: Scope = loaded.scope

    def specification(self, config: Config) -> Specification | None:
        if config.specification is not None:
            if config.init or config.next:
                raise BadConfig(
                    "there is a SPECIFICATION and INIT or NEXT beside it: one of both is needed",
                    config.specification.at.place(),
                )
            named = self.named(config.specification, Level.TEMPORAL, "SPECIFICATION")
            found = flatten(named.expression, named.scope)
            if self.loaded.variables and not found.of(Kind.STEPS, Kind.ALWAYS):
                says = f"{config.specification} is no specification: it has no box [][Next]_v"
                raise BadConfig(says, config.specification.at.place())
            return found
        if config.init is None and config.next is None:
            return None
        if config.init is None or config.next is None:
            given = config.init or config.next
            assert given is not None
            missing = "INIT" if config.init is None else "NEXT"
            raise BadConfig(f"{missing} is missing beside {given}", given.at.place())
        init = self.named(config.init, Level.STATE, "INIT")
        next = self.named(config.next, Level.ACTION, "NEXT")
        variables = self.loaded.variables
        return of_init_and_next(init.expression, next.expression, variables, self.scope)

    def claims(self, config: Config, specification: Specification | None) -> tuple[Claim, ...]:
        invariants = [
            (name, self._invariant(self.named(name, Level.STATE, "INVARIANT"), name))
            for name in config.invariants
        ]
        properties = [
            (name, self._property(self.named(name, Level.TEMPORAL, "PROPERTY")))
            for name in config.properties
        ]
        return tuple(
            claimed(self.loaded, name.name, self.read(name), specification, parts, number)
            for number, (name, parts) in enumerate([*invariants, *properties], start=1)
        )

    def _invariant(self, closed: Closed, name: Named) -> tuple[Conjunct, ...]:
        return (Conjunct(Kind.ALWAYS, name.name, closed.expression, closed.scope),)

    def _property(self, closed: Closed) -> tuple[Conjunct, ...]:
        return flatten(closed.expression, closed.scope).conjuncts

    def all(self, names: Iterable[Named], limit: Level, statement: str) -> tuple[Closed, ...]:
        return tuple(self.named(name, limit, statement) for name in names)

    def one(self, name: Named | None, limit: Level, statement: str) -> Closed | None:
        return None if name is None else self.named(name, limit, statement)

    def named(self, name: Named, limit: Level, statement: str) -> Closed:
        """The expression for a name; raises `BadConfig` if the statement needs a lower level."""
        closed = self.read(name)
        if (level := read_level(closed)) > limit:
            raise BadConfig(f"{statement} needs {limit}, and {name} is {level}", name.at.place())
        return closed

    def read(self, name: Named) -> Closed:
        """The expression for a name such as `Op` or `Inst!Op`.

        Raises `BadConfig` if the name is not defined or takes arguments.
        """
        *path, last = name.name.split("!")
        scope: Scope | None = self.scope
        for step in path:
            instance = scope.get(step) if scope else None
            scope = instance.open(()) if isinstance(instance, Instantiated) else None
        meaning = scope.get(last) if scope else None
        if meaning is None:
            raise self._unknown(name)
        if isinstance(meaning, Defined) and meaning.parameters:
            count = len(meaning.parameters)
            raise BadConfig(
                f"{name} takes {count} arguments: it cannot stand here", name.at.place()
            )
        said: Expression = Apply(last, at=name.at)
        if path:
            said = Qualified(tuple(Apply(step) for step in path), Apply(last), at=name.at)
        return Closed(said, self.scope)

    def _unknown(self, name: Named) -> BadConfig:
        near = close(name.name, self.scope)
        hint = f": {near} perhaps" if near else ""
        return BadConfig(
            f"{name} is no definition of module {self.loaded.name}{hint}", name.at.place()
        )
