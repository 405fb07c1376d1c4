# counterpoint check CP860_no_successor.pg
"""A parity game with a node that leads nowhere."""
