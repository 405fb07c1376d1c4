"""A search level by level, with its shards held by workers of a cluster."""
