"""Loading modules: finding them, building and instantiating their scopes, checking them."""

from .given import Given as Given
from .given import given as given
from .load import Loaded as Loaded
from .load import Stated as Stated
from .load import check_expression as check_expression
from .load import load as load
from .module_scope import ModuleScope as ModuleScope

__all__ = ["Given", "Loaded", "ModuleScope", "Stated", "check_expression", "given", "load"]
