# counterpoint advise CP206_circuit_that_is_no_game.aag
"""Advice about a circuit, in which nobody has a turn."""
