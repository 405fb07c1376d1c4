"""Specifications as factored systems: states cut into cells, actions into factors."""

from .cut import Asked as Asked
from .cut import Cut as Cut
from .cut import Task as Task
from .cut import cut as cut
