"""What expressions of modules mean, by definition: for tiny values, and slowly.

An expression is evaluated in a world, which says what the variables are in this state and in the
next. Priming moves the world on by one state; ENABLED tries every next state. An instance has
variables of its own, whose values are those of what is substituted for them, but ENABLED that is
asked in its text tries every next state of the instance, whatever is substituted: its primed
variables are bound before anything is substituted (Specifying Systems, section 17.8).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from counterpoint.tla import tree as t

DOMAIN = (0, 1)
"""Every value that a variable can have."""

NOW, THEN = 0, 1


@dataclass(eq=False)
class Home:
    """A module, by itself or as an instance: `given` is what its variables stand for, around."""

    name: str
    variables: tuple[str, ...]
    definitions: dict[str, t.Definition]
    instances: dict[str, Home] = field(default_factory=dict)
    around: Home | None = None
    given: dict[str, t.Expression] = field(default_factory=dict)

    @property
    def own(self) -> tuple[str, ...]:
        """The variables that are not simply those of the same name around."""
        return tuple(v for v in self.variables if self.given.get(v) != t.Apply(v))


def home(modules: dict[str, t.Module], name: str, around: Home | None = None) -> Home:
    """A module with its instances."""
    units = modules[name].units
    variables = tuple(v for unit in units if isinstance(unit, t.Variables) for v in unit.names)
    defined = {unit.name: unit for unit in units if isinstance(unit, t.Definition)}
    made = Home(name, variables, defined, around=around)
    for unit in units:
        if isinstance(unit, t.Instance) and unit.name is not None:
            inner = made.instances[unit.name] = home(modules, unit.module, made)
            given = dict(unit.substitutions)
            inner.given = {v: given.get(v, t.Apply(v)) for v in inner.variables}
    return made


World = dict[tuple[Home, int], dict[str, Any]]
"""The values of the variables of some modules, now and then; those of others follow from them."""


@dataclass(frozen=True)
class Closure:
    """An operator or an expression, with the place that it was written in."""

    parameters: tuple[str, ...]
    body: t.Expression
    env: Env


@dataclass(frozen=True)
class Env:
    """The module that a text belongs to, and what its bound names and parameters mean."""

    home: Home
    names: dict[str, Any] = field(default_factory=dict)

    def plus(self, names: dict[str, Any]) -> Env:
        return Env(self.home, {**self.names, **names})


def worlds(of: Home, world: World) -> Iterator[World]:
    """This world with every next state of a module and of those around it."""
    chain = [of]
    while (outer := chain[-1].around) is not None:
        chain.append(outer)
    places = [(one, name) for one in chain for name in one.own]
    kept = {key: values for key, values in world.items() if key[1] == NOW}
    for values in itertools.product(DOMAIN, repeat=len(places)):
        made: World = dict(kept)
        for one in chain:
            made[one, THEN] = {}
        for (one, name), value in zip(places, values, strict=True):
            made[one, THEN][name] = value
        yield made


def later(world: World) -> World:
    """The world as it is in the next state; nothing is known of the one after it."""
    return {(of, NOW): values for (of, state), values in world.items() if state == THEN}


def variable(name: str, of: Home, world: World) -> Any:
    """The value of a variable of a module."""
    known = world.get((of, NOW), {})
    if name in known:
        return known[name]
    assert of.around is not None, "nothing is known of this state"
    return value(of.given[name], Env(of.around), world)


def value(node: t.Expression, env: Env, world: World) -> Any:
    """The value of an expression."""
    match node:
        case t.Number(number):
            return number
        case t.Truth(flag):
            return flag
        case t.Prime(body):
            return value(body, env, later(world))
        case t.Unchanged(body):
            return value(body, env, world) == value(body, env, later(world))
        case t.Square(action, subscript):
            same = value(t.Unchanged(subscript), env, world)
            return value(action, env, world) or same
        case t.Angle(action, subscript):
            same = value(t.Unchanged(subscript), env, world)
            return value(action, env, world) and not same
        case t.Enabled(action):
            return any(value(action, env, one) for one in worlds(env.home, world))
        case t.And(parts):
            return all(value(part, env, world) for part in parts)
        case t.Or(parts):
            return any(value(part, env, world) for part in parts)
        case t.Tuple(items):
            return tuple(value(item, env, world) for item in items)
        case t.SetOf(items):
            return frozenset(value(item, env, world) for item in items)
        case t.If(condition, then, otherwise):
            return value(then if value(condition, env, world) else otherwise, env, world)
        case t.Quantified(kind, (t.Bound((name,), t.SetOf() as of),), body):
            found = (value(body, env.plus({name: one}), world) for one in value(of, env, world))
            return all(found) if kind == "A" else any(found)
        case t.Let(units, body):
            for unit in units:
                assert isinstance(unit, t.Definition)
                names = tuple(one.name for one in unit.parameters)
                env = env.plus({unit.name: Closure(names, unit.body, env)})
            return value(body, env, world)
        case t.Qualified(path, operator):
            inner = env.home
            for step in path:
                inner = inner.instances[step.name]
            return _call(inner, operator, env, world)
        case t.Apply(name, args):
            return _applied(node, name, args, env, world)
    raise AssertionError(f"{type(node).__name__} has no meaning here")


def _applied(
    node: t.Apply, name: str, args: tuple[t.Expression, ...], env: Env, world: World
) -> Any:
    if name in env.names:
        return _meant(env.names[name], args, env, world)
    if name in env.home.definitions:
        return _call(env.home, node, env, world)
    if name in env.home.variables:
        return variable(name, env.home, world)
    one = value(args[0], env, world)
    match name:
        case "~":
            return not one
        case "=>":
            return not one or value(args[1], env, world)
        case "=":
            return one == value(args[1], env, world)
        case "#":
            return one != value(args[1], env, world)
        case "-":
            return one - value(args[1], env, world)
        case "\\in":
            return one in value(args[1], env, world)
        case "<=>":
            return one == value(args[1], env, world)
    raise AssertionError(f"{name} has no meaning here")


def _meant(meaning: Any, args: tuple[t.Expression, ...], env: Env, world: World) -> Any:
    if not isinstance(meaning, Closure):
        return meaning
    given = {name: _closure(arg, env) for name, arg in zip(meaning.parameters, args, strict=True)}
    return value(meaning.body, meaning.env.plus(given), world)


def _call(of: Home, call: t.Apply, env: Env, world: World) -> Any:
    unit = of.definitions[call.name]
    given = {
        one.name: _closure(arg, env, one.arity)
        for one, arg in zip(unit.parameters, call.args, strict=True)
    }
    return value(unit.body, Env(of, given), world)


def _closure(arg: t.Expression, env: Env, arity: int = 0) -> Any:
    if isinstance(arg, t.Lambda):
        return Closure(arg.parameters, arg.body, env)
    if not arity:
        return Closure((), arg, env)
    names = tuple(f"_{number}" for number in range(arity))
    if isinstance(arg, t.Qualified):
        called: t.Expression = t.Qualified(
            arg.path, t.Apply(arg.operator.name, tuple(map(t.Apply, names)))
        )
    else:
        assert isinstance(arg, t.Apply)
        called = t.Apply(arg.name, tuple(map(t.Apply, names)))
    return Closure(names, called, env)
