# counterpoint compare nim ttt_model --map CP605_no_such_column.toml
