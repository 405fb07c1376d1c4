"""Parsing TLA+ modules and configurations into trees, with readable errors."""

from .config import Assigned as Assigned
from .config import Config as Config
from .config import Named as Named
from .config import Replaced as Replaced
from .read import module_names as module_names
from .read import read_expression as read_expression
from .read import read_module as read_module
from .read_config import read_config as read_config

__all__ = [
    "Assigned",
    "Config",
    "Named",
    "Replaced",
    "module_names",
    "read_config",
    "read_expression",
    "read_module",
]
