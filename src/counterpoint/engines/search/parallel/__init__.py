"""Searches in several threads, which find the same states in the same order as one thread."""
