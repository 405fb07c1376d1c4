"""Regions of the states of a search level by level, computed from the last level to the first."""
