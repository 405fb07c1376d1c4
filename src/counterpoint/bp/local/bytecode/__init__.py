"""What the code of b-threads does, read from its instructions: names, sets, orders, loading."""
