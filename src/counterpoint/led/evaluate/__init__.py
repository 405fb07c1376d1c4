"""Expressions as closures over frames: compiled once, memoised, and explained where asked."""
