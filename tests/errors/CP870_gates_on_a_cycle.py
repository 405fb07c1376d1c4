# counterpoint check CP870_gates_on_a_cycle.aag
"""A circuit in which a gate reads itself."""
