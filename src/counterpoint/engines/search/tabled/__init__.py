"""The engine for factored systems: a native search over tables that are learned on the way."""
