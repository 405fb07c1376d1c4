"""AIGER: and-inverter graphs with latches, as files of hardware model checking have them."""
