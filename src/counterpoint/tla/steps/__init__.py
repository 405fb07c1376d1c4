"""Successor states of actions: planned as steps, which are data, and run as closures."""

from .closures import State as State
from .closures import initial as initial
from .closures import next_states as next_states
from .closures import successors as successors
from .planner import plan as plan
from .step import Plan as Plan
from .step import Step as Step
from .taken import Action as Action
from .taken import Taken as Taken
