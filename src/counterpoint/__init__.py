from .bp.event import Event, events, named
from .bp.eventset import ALL, NONE, EventSet, event_set
from .bp.program import Program
from .bp.strategy import Ordered, Priority, Strategy, ThreadPriority, Uniform
from .bp.sync import Sync, sync
from .bp.thread import Thread, thread
from .model.property import never, no_hot_cycle, no_hot_system_cycle
from .engines.check import check
from .engines.graph import state_graph
from .engines.variations import check_rules, check_stages
