"""Compiling expressions to closures over frames, memoising calls, and explaining values."""
