"""Searches level by level, with the states in sorted files: for spaces that fit no memory."""
