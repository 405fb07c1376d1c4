"""Sets of states as binary decision diagrams, for models too large to enumerate.

Bryant: Graph-based algorithms for Boolean function manipulation. IEEE Trans. Computers 35(8), 1986.
"""
