"""Runs that cover a target: few and short, with a lower bound on what any such runs need."""
