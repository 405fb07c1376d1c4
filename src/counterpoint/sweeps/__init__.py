"""A check for each combination of parameters: how answers and figures change with them."""
