"""Instantiating modules from `main` on."""

from __future__ import annotations

from typing import assert_never

from ...errors import BadDeclaration
from ...spelling import close_matches
from ..source import Source, Span
from ..tree import (
    ArrayType,
    Assignment,
    Compassion,
    Constants,
    Constraint,
    Declaration,
    Definition,
    Dot,
    EnumType,
    Expression,
    Included,
    InstanceType,
    Module,
    Name,
    Number,
    Property,
    Self,
    Text,
    Truth,
    Type,
    Variable,
    WordArrayType,
)
from .instance import Bound, Declared, Defined, Flat, Instance, Symbol

MOST = 100_000
"""Declarations of all instances together beyond which a text is refused."""


def flatten(text: Text) -> Flat:
    """The system of a text: one instance of `main`, and all instances in it.

    Raises `BadDeclaration` for modules that are missing, circular or declared twice, for names that
    are, for arguments that do not fit, and for what is known and not supported.
    """
    return _Flattening(text).flat()


class _Flattening:
    def __init__(self, text: Text) -> None:
        self._modules: dict[str, Module] = {}
        self._source = text.at.source
        for module in text.modules:
            if module.name in self._modules:
                raise BadDeclaration(f"module {module.name} is declared twice", module.at.place())
            self._modules[module.name] = module
        self._open: list[str] = []
        self._declared: list[Declared] = []
        self._defined: list[Defined] = []
        self._assignments: list[tuple[Assignment, Instance]] = []
        self._constraints: list[tuple[Constraint, Instance]] = []
        self._compassions: list[tuple[Compassion, Instance]] = []
        self._properties: list[tuple[Property, Instance]] = []
        self._constants: set[str] = set()
        self._waiting: list[tuple[Instance, Declaration]] = []
        self._count = 0

    def flat(self) -> Flat:
        main = self._module("main", Span(self._source, 0, 1))
        if main.parameters:
            says = "module main has parameters, and nothing passes them"
            raise BadDeclaration(says, main.at.place())
        instance = Instance("", main)
        self._fill(instance)
        for each in self._waiting:
            self._one(*each)
        return Flat(
            instance,
            tuple(self._declared),
            tuple(self._defined),
            tuple(self._assignments),
            tuple(self._constraints),
            tuple(self._compassions),
            tuple(self._properties),
            frozenset(self._constants),
        )

    def _module(self, name: str, at: Span) -> Module:
        if name in self._modules:
            return self._modules[name]
        if name == "main":
            raise BadDeclaration("there is no module main, where a system begins", at.place())
        if name in ("integer", "real"):
            says = f"{name} has infinitely many values: give a range such as 0..7"
            raise BadDeclaration(says, at.place())
        near = close_matches(name, list(self._modules), n=3)
        hint = f"; there are {', '.join(near or self._modules)}"
        raise BadDeclaration(f"there is no module {name}{hint}", at.place())

    def _fill(self, instance: Instance) -> None:
        """Make the instances within an instance; what each declares is noted for later."""
        module = instance.module
        if module.name in self._open:
            ring = " in ".join(
                [module.name, *reversed(self._open[self._open.index(module.name) :])]
            )
            says = f"module {module.name} has an instance of itself in it: {ring}"
            raise BadDeclaration(says, module.at.place())
        self._open.append(module.name)
        inner = self._instances(instance, module.declarations)
        for each in inner:
            self._fill(each)
        self._open.pop()

    def _instances(
        self, instance: Instance, declarations: tuple[Declaration, ...]
    ) -> list[Instance]:
        inner: list[Instance] = []
        for declaration in declarations:
            self._count += 1
            if self._count > MOST:
                says = f"the instances have more than {MOST:,} declarations together"
                raise BadDeclaration(says, declaration.at.place())
            match declaration:
                case Variable(_, _, InstanceType() as of):
                    inner.append(self._instance(instance, declaration, of))
                case Included(name):
                    inner += self._include(instance, name, declaration.at)
                case _:
                    self._waiting.append((instance, declaration))
        return inner

    def _include(self, instance: Instance, name: str, at: Span) -> list[Instance]:
        if name in self._open:
            raise BadDeclaration(f"module {name} includes itself", at.place())
        self._open.append(name)
        inner = self._instances(instance, self._module(name, at).declarations)
        self._open.pop()
        return inner

    def _one(self, instance: Instance, declaration: Declaration) -> None:
        match declaration:
            case Variable(kind, name, of):
                self._note_constants(of)
                owner, own = self._owner(instance, name)
                declared = Declared(kind, owner.full(own), of, instance, declaration.at)
                self._name(owner, own, declared, declaration.at)
                self._declared.append(declared)
            case Definition(name, body):
                owner, own = self._owner(instance, name)
                defined = Defined(owner.full(own), body, instance, declaration.at)
                self._name(owner, own, defined, declaration.at)
                self._defined.append(defined)
            case Constants(names):
                self._constants.update(names)
            case Assignment():
                self._assignments.append((declaration, instance))
            case Constraint():
                self._constraints.append((declaration, instance))
            case Compassion():
                self._compassions.append((declaration, instance))
            case Property():
                self._properties.append((declaration, instance))
            case Included():
                raise AssertionError(declaration)
            case _:
                assert_never(declaration)

    def _owner(self, instance: Instance, name: str) -> tuple[Instance, str]:
        """The instance that a name with dots is declared in, and its name there.

        A module may declare what belongs to an instance in it, or to one that is passed to it.
        """
        *path, own = name.split(".")
        at = instance
        for part in path:
            found = _instance_called(at, part)
            if found is None:
                return instance, name
            at = found
        return at, own

    def _instance(self, outer: Instance, variable: Variable, of: InstanceType) -> Instance:
        if variable.kind != "VAR":
            says = f"{variable.name} is an instance, and those stand in VAR only"
            raise BadDeclaration(says, variable.at.place())
        if of.process:
            raise BadDeclaration(
                "processes are refused: they are deprecated, and hide which of them moves. "
                "Leave process out and choose who moves by an input variable, as "
                "docs/reference/smv.md shows",
                of.at.place(),
            )
        module = self._module(of.module, of.at)
        if len(of.args) != len(module.parameters):
            wants = f"({', '.join(module.parameters)})" if module.parameters else "none"
            says = f"module {of.module} has the parameters {wants}, and is given {len(of.args)}"
            raise BadDeclaration(says, of.at.place())
        if of.module in self._open:
            says = f"module {of.module} has an instance of itself in it"
            raise BadDeclaration(says, of.at.place())
        pairs = zip(module.parameters, of.args, strict=True)
        bound = {name: Bound(given, outer) for name, given in pairs}
        made = Instance(outer.full(variable.name), module, bound)
        self._name(outer, variable.name, made, variable.at)
        return made

    def _name(self, instance: Instance, name: str, symbol: Symbol, at: Span) -> None:
        if name in instance.symbols or name in instance.parameters:
            is_parameter = name in instance.parameters
            how = "declared, and a parameter of its module" if is_parameter else "declared twice"
            raise BadDeclaration(f"{instance.full(name)} is {how}", at.place())
        instance.symbols[name] = symbol

    def _note_constants(self, of: Type) -> None:
        while isinstance(of, (ArrayType, WordArrayType)):
            of = of.of
        if isinstance(of, EnumType):
            self._constants.update(name for m in of.members if (name := constant_of(m)))


def _instance_called(instance: Instance, name: str) -> Instance | None:
    """The instance that a name stands for, as a symbol or a parameter; None if it is none."""
    symbol = instance.symbols.get(name)
    if isinstance(symbol, Instance):
        return symbol
    bound = instance.parameters.get(name)
    if bound is None:
        return None
    match bound.expression:
        case Self():
            return bound.instance
        case Name(other):
            return _instance_called(bound.instance, other)
        case Dot(Name(first), second):
            owner = _instance_called(bound.instance, first)
            return None if owner is None else _instance_called(owner, second)
    return None


def constant_of(member: Expression) -> str | None:
    """The symbolic constant that a member of an enumeration is; None for a number.

    >>> constant_of(Dot(Name("a"), "b")), constant_of(Number(3))
    ('a.b', None)
    """
    match member:
        case Name(name):
            return name
        case Dot(of, name):
            return f"{constant_of(of)}.{name}"
        case Number() | Truth():
            return None
    raise BadDeclaration("values of a type are names and numbers", member.at.place())


def source_of(flat: Flat) -> Source:
    """The source of a system."""
    return flat.main.module.at.source
