"""Compile expressions to Python closures on frames."""

from .context import Closed as Closed
from .context import Context as Context
from .context import Frame as Frame
from .context import Run as Run
from .context import Test as Test
