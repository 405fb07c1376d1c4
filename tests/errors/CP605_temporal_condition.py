# counterpoint compare nim nim --map CP605_temporal_condition.toml
