"""The engine for factored systems: a native search over answers that are memoized on demand."""
