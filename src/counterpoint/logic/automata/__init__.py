"""Linear formulas as automata on infinite words: the tableau, and its reduction."""
