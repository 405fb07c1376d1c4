"""Specifications as factored systems: states are cut into cells, and actions into factors."""

from .cut import Asked as Asked
from .cut import Cut as Cut
from .cut import Task as Task
from .cut import cut as cut
