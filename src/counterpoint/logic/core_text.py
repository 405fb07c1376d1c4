"""Core formulas as text; fixpoints that correspond to CTL or ATL operators are written as these."""

from __future__ import annotations

from typing import assert_never

from .core import (
    All,
    Both,
    Bound,
    Core,
    Either,
    Fixpoint,
    Kind,
    Linear,
    Next,
    Now,
    Paths,
    Prop,
    Release,
    Some,
    Step,
    Truth,
    Until,
)
from .fragments import AT_REST

_NEVER, _ALWAYS = Now(Truth(False)), Now(Truth(True))
_GOES_ON = Release(_NEVER, Until(_ALWAYS, Now(Prop(AT_REST, False))))
_ENDS = Until(_ALWAYS, Release(_NEVER, Now(Prop(AT_REST))))

_QUANTIFIER = {Kind.SOME: "E", Kind.ALL: "A"}
_MODAL = {Kind.SOME: ("<", ">"), Kind.ALL: ("[", "]")}


def core_text(goal: Core) -> str:
    """The formula as text, in the notation of CTL and ATL where possible.

    >>> core_text(Fixpoint(False, "X", All((Prop("p", False), Step(Kind.ALL, Bound("X"))))))
    'AG !p'
    """
    match goal:
        case Truth(value):
            return "true" if value else "false"
        case Prop(text, positive):
            return text if positive else f"!{_tight(text)}"
        case Bound(name):
            return name
        case All(parts):
            return " & ".join(map(_inside, parts)) or "true"
        case Some(parts):
            return " | ".join(map(_inside, parts)) or "false"
        case Step():
            return _step(goal)
        case Fixpoint():
            return _named(goal) or _fixpoint(goal)
        case Paths(some, path):
            return f"{'E' if some else 'A'}({linear_text(_not_said(path, some=some))})"
        case _:
            assert_never(goal)


def _not_said(path: Linear, *, some: bool) -> Linear:
    """A path formula without the part that says that the path does not end.

    That part is internal; where only infinite runs count, the answer says so as a whole.
    """
    match path:
        case Both(parts) if some:
            kept = tuple(part for part in parts if part != _GOES_ON)
            return kept[0] if len(kept) == 1 else Both(kept) if kept else path
        case Either(parts) if not some:
            kept = tuple(part for part in parts if part != _ENDS)
            return kept[0] if len(kept) == 1 else Either(kept) if kept else path
        case _:
            return path


def linear_text(path: Linear) -> str:
    """A path formula as text."""
    match path:
        case Now(of):
            return core_text(of)
        case Both(parts):
            return " & ".join(f"({linear_text(part)})" for part in parts)
        case Either(parts):
            return " | ".join(f"({linear_text(part)})" for part in parts)
        case Next(of):
            return f"X ({linear_text(of)})"
        case Until(Now(Truth(True)), right):
            return f"F ({linear_text(right)})"
        case Release(Now(Truth(False)), right):
            return f"G ({linear_text(right)})"
        case Until(left, right):
            return f"(({linear_text(left)}) U ({linear_text(right)}))"
        case Release(left, right):
            return f"(({linear_text(left)}) R ({linear_text(right)}))"
        case _:
            assert_never(path)


def _tight(text: str) -> str:
    return text if text.replace("_", "").isalnum() else f"({text})"


def _inside(goal: Core) -> str:
    text = core_text(goal)
    is_a_row = isinstance(goal, All | Some) and len(goal.parts) > 1
    is_open = isinstance(goal, Fixpoint) and _named(goal) is None
    return f"({text})" if is_a_row or is_open else text


def _step(goal: Step) -> str:
    return f"{_before(goal)}{_inside(goal.of)}"


def _before(goal: Step) -> str:
    if goal.kind in _MODAL:
        opening, closing = _MODAL[goal.kind]
        return f"{opening}{goal.label or ''}{closing} "
    return f"{_team(goal)} X "


def _team(goal: Step) -> str:
    names = ", ".join(sorted(goal.team))
    return f"<<{names}>>" if goal.kind is Kind.FORCE else f"[[{names}]]"


def _fixpoint(goal: Fixpoint) -> str:
    return f"{'mu' if goal.least else 'nu'} {goal.variable}. {core_text(goal.of)}"


def _named(goal: Fixpoint) -> str | None:
    """The text of a fixpoint as `EF p`, `A[p U q]`, `<<a>> G p` and the like; else None."""
    outer, inner = (Some, All) if goal.least else (All, Some)
    if not isinstance(goal.of, outer) or len(goal.of.parts) != 2:
        return None
    first, second = goal.of.parts
    beside = second.parts if isinstance(second, inner) else (second,)
    step = beside[-1]
    if not isinstance(step, Step) or step.of != Bound(goal.variable) or step.label is not None:
        return None
    if any(_mentions(goal.variable, part) for part in (first, *beside[:-1])):
        return None
    quantifier = _QUANTIFIER.get(step.kind) or _team(step)
    space = "" if step.kind in _QUANTIFIER else " "
    if len(beside) == 1:
        return f"{quantifier}{space}{'F' if goal.least else 'G'} {_inside(first)}"
    if len(beside) > 2:
        return None
    if goal.least:
        return f"{quantifier}{space}[{_inside(beside[0])} U {_inside(first)}]"
    return f"{quantifier}{space}[{_inside(beside[0])} R {_inside(first)}]"


def _mentions(variable: str, goal: Core) -> bool:
    match goal:
        case Bound(name):
            return name == variable
        case All(parts) | Some(parts):
            return any(_mentions(variable, part) for part in parts)
        case Step(of=of) | Fixpoint(of=of):
            return _mentions(variable, of)
        case _:
            return False
