"""Decide properties by a search level by level, with states on disk."""
