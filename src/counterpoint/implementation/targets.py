"""The oracle for each notation of targets."""

from __future__ import annotations

from typing import Any

from ..errors import Misuse
from ..model.checked import why_no_system
from ..model.model import Model
from ..model.network import Network
from ..model.notation import Notation, notation_of
from ..model.system import System
from ..verdict import system_of
from .oracle import Oracle


def oracle_of(target: Any) -> Oracle:
    """The target as an oracle; raises `Misuse` if it is no program and no system."""
    if notation_of(target) is Notation.MODULE:
        from .of_modules import ModuleOracle  # others do not need TLA+

        return ModuleOracle(target)
    if isinstance(target, Model):
        from .of_models import ModelOracle

        return ModelOracle(target)
    if notation_of(target) is Notation.LED:
        from .of_led import LedOracle  # others do not need LED

        return LedOracle(target)
    system = system_of(target)
    if isinstance(system, Network):
        from .of_programs import ProgramOracle

        return ProgramOracle(system)
    if isinstance(target, type) or not isinstance(system, System):
        raise Misuse(why_no_system(target))
    from .of_systems import SystemOracle

    return SystemOracle(system)
