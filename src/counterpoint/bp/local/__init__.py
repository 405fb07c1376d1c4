"""B-threads as local automata: the identity of their states, and the network they form."""
