"""Actions of an instance under ENABLED, read with fresh variables for the instance.

Let `M == INSTANCE Abstract WITH x <- e`. If M contains ENABLED A, that is about the variable x of
the module: whether some next value of x satisfies A, not whether some next state of the outer
module gives e such a value (Lamport, Specifying Systems, 2002, section 17.8). So the action is read
in the module before substitution, where x is a variable again. The value of x in the current state
is that of e. Its next value is searched for together with those of the outer variables, because
arguments of the action may mention these.
"""

from __future__ import annotations

from dataclasses import field

from ...data import dataclass
from ...errors import NoValue
from ..evaluate.names import Names
from ..evaluate.reader import reading
from ..instances import PREFIX, instantiated
from ..modules.module_scope import ModuleScope
from ..scope import Available, Defined, Instantiated, Meaning, Scope, Variable
from ..standing import around, declared_variables, family, is_itself, module_of
from ..tree import Expression, Parameter


def substituted(action: Expression, scope: Scope, names: Names) -> ModuleScope | None:
    """The instance in which ENABLED of this action must be evaluated with fresh variables.

    It is the instance that contains ENABLED, if the action primes its substituted variables. None
    if the action primes no substituted variables. Raises `NoValue` if it primes those of an
    instance around that one.
    """
    home = module_of(scope)
    if home is None:
        return None
    inside = around(home)
    moved = {one.root for one, _ in reading(action, scope, names).moves
             if isinstance(one, ModuleScope)}  # fmt: skip
    if not moved.intersection(inside):
        return None
    if not moved.intersection(inside) <= {inside[0]}:
        raise NoValue(
            "ENABLED is asked in an instance of an action on variables that an instance around it "
            "substitutes; define what is asked in the module that has these variables"
        )
    return inside[0]


def meet_in_between(first: Expression, second: Expression, scope: Scope, names: Names) -> bool:
    """Whether the state between two composed actions involves substituted variables.

    The intermediate state is bound as ENABLED binds the next state: it belongs to the instantiated
    module, not to the outer one.
    """
    home = module_of(scope)
    if home is None:
        return False
    inside = around(home)
    met = reading(first, scope, names).moves | reading(second, scope, names).stands
    return any(isinstance(one, ModuleScope) and one.root in inside for one, _ in met)


def is_substituted(action: Expression, scope: Scope, names: Names) -> bool:
    """Whether ENABLED of an action is about substituted variables of an instance."""
    try:
        return substituted(action, scope, names) is not None
    except NoValue:
        return True


@dataclass(slots=True)
class Fresh:
    """A module without its substitutions: its substituted variables are numbered from `first` on.

    >>> from ..modules import load
    >>> inner = "---- MODULE Inner ---- VARIABLE v ===="
    >>> text = f"---- MODULE M ---- VARIABLE x {inner} I == INSTANCE Inner WITH v <- x ===="
    >>> instance = load("M.tla", text=text).scope.get("I").open(())
    >>> Fresh(instance, 1).scope(instance).get("v")
    Variable(name='v', number=1)
    """

    module: ModuleScope
    first: int
    names: tuple[str, ...] = ()
    _scopes: dict[Scope, Scope] = field(default_factory=dict)

    def __post_init__(self) -> None:
        every = declared_variables(self.module)
        self.names = tuple(name for name in every if not is_itself(name, self.module))
        available = self.module.get(PREFIX + self.module.module)
        assert isinstance(available, Available)
        new = available.instantiate(self._give, self.module.around or Scope())
        assert isinstance(new, ModuleScope)
        self._pair(self.module, new)

    def scope(self, old: Scope) -> Scope:
        """The unsubstituted scope for a scope of a call, a quantifier or a LET in the module."""
        known = self._scopes.get(old)
        if known is not None:
            return known
        if old.outer is None or isinstance(old, ModuleScope):
            raise NoValue(
                "ENABLED is asked in an instance inside of an instance, of an action on variables "
                "of both"
            )
        new = self._scopes[old] = Scope()
        new.outer = self.scope(old.outer)
        new.names = {name: self._meaning(meaning) for name, meaning in old.names.items()}
        return new

    def _pair(self, old: ModuleScope, new: ModuleScope) -> None:
        """Map the scope of the module, and keep definitions that replaced those of its text."""
        self._scopes[old] = new
        for name, meaning in old.names.items():
            if name not in old.declared and not _same(new.names.get(name), meaning):
                new.names[name] = self._meaning(meaning)
        for one, other in zip(old.extends, new.extends, strict=True):
            self._pair(one, other)

    def _give(self, parameter: Parameter) -> Meaning:
        if parameter.name in self.names:
            return Variable(parameter.name, self.first + self.names.index(parameter.name))
        return self.module.names[parameter.name]

    def _meaning(self, meaning: Meaning) -> Meaning:
        """What a name means without substitution; a meaning from outside of the module is kept."""
        if not isinstance(meaning, Defined | Instantiated):
            return meaning
        module = module_of(meaning.scope)
        if module is None or module not in family(self.module):
            return meaning
        if isinstance(meaning, Instantiated):
            return instantiated(meaning.unit, self.scope(meaning.scope))
        return Defined(
            meaning.name,
            meaning.parameters,
            meaning.body,
            self.scope(meaning.scope),
            recursive=meaning.recursive,
            local=meaning.local,
            module=meaning.module,
            at=meaning.at,
        )


def _same(new: Meaning | None, old: Meaning) -> bool:
    """Whether a definition was not replaced after its module was read."""
    if isinstance(new, Defined) and isinstance(old, Defined):
        return new.body == old.body
    return type(new) is type(old)
