"""The subject for each notation of targets."""

from __future__ import annotations

from typing import Any

from ..errors import Misuse
from ..model.checked import why_no_system
from ..model.model import Model
from ..model.network import Network
from ..model.notation import Notation, notation_of
from ..model.system import System
from ..verdict import system_of
from .subject import Subject


def subject_of(target: Any) -> Subject:
    """The target as a subject; raises `Misuse` if it is no program and no system."""
    if notation_of(target) is Notation.MODULE:
        from .of_modules import ModuleSubject  # others do not need TLA+

        return ModuleSubject(target)
    if isinstance(target, Model):
        from .of_models import ModelSubject

        return ModelSubject(target)
    system = system_of(target)
    if isinstance(system, Network):
        from .of_programs import ProgramSubject

        return ProgramSubject(system)
    if isinstance(target, type) or not isinstance(system, System):
        raise Misuse(why_no_system(target))
    from .of_systems import SystemSubject

    return SystemSubject(system)
