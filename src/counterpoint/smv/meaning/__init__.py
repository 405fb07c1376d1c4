"""Meaning: expressions as typed values of terms, and systems as models."""
