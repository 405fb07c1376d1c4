"""Assumptions: facts about constants, which are checked before anything else."""

from __future__ import annotations

from ..errors import BadMeaning, FalseAssumption, NoValue
from .compiler import Compiler
from .levels import Level, level_of
from .modules import Loaded
from .scope import Scope
from .situation import Situation
from .spec.text import shortened
from .tree import Assume


def assume(loaded: Loaded, *, every: bool = True, deadlock: bool = True) -> int:
    r"""The number of assumptions of a module that are true.

    Raises `FalseAssumption` if one is false. With `every`, each must have a value; otherwise those
    without a value, because constants have none, are skipped. Raises `BadMeaning` if one is not
    constant once definitions are replaced.

    >>> from .modules import load
    >>> body = "CONSTANT N  ASSUME N \\in Nat  ASSUME 1 + 1 = 2"
    >>> text = f"---- MODULE M ----\nEXTENDS Naturals\n{body}\n===="
    >>> assume(load("M.tla", text=text), every=False)
    1
    """
    situation = Situation(loaded.library.around, deadlock=deadlock)
    situation.outside()
    compiler = Compiler(())
    true = 0
    for stated in loaded.assumes:
        assert isinstance(stated.unit, Assume)
        fact = stated.unit.fact
        _require_constant(stated.unit, stated.scope)
        try:
            holds = compiler.test(fact, stated.scope)(compiler.frame())
        except NoValue:
            if every:
                raise
            continue
        if not holds:
            name = stated.unit.name or shortened(fact, stated.scope)
            raise FalseAssumption(f"the assumption {name} is false", fact.at.place())
        true += 1
    return true


def _require_constant(unit: Assume, scope: Scope) -> None:
    """Raise `BadMeaning` if an assumption is not a constant expression.

    Its level was checked when the module was read, but a replaced definition may have another
    level.
    """
    if (level := level_of(unit.fact, scope)) > Level.CONSTANT:
        says = "an assumption must be a constant, but with what replaces definitions this is"
        raise BadMeaning(f"{says} {level}", unit.fact.at.place())
