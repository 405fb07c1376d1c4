"""TLA+ modules: parsed, evaluated, and their specifications split into rules."""
