"""Programs for Easel: what clicks do to a state, and how a state is drawn."""
