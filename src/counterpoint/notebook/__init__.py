"""Displays in notebooks: a target, an answer, a run, a set or a graph as HTML of its own."""
