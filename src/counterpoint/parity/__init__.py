"""Parity games, as files of public collections have them."""
