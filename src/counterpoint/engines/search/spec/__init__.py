"""Checking specifications: states and steps while they are found, runs on the graph of them all."""
