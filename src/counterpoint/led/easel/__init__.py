"""Programs for Easel: a state, what a click makes of it, and what is drawn of it."""
