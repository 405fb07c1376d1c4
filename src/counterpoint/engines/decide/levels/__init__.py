"""Decide properties by a search level by level, whose states are on disk."""
