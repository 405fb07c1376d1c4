"""TLA+ modules: read as they stand, their specifications taken apart into rules."""
