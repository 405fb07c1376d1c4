"""Checks specifications: states and steps as they are found, runs on the complete graph."""
