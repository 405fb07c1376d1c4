"""What two targets have in common: conditions, values and labels, under names that both share.

`map_file` reads a map, in which families stand for many entries at once, `columns` chooses the
texts for two targets, and `guess` makes a map from names alone. The result is a `View` of each.
"""
