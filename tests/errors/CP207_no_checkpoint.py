# counterpoint check CP207_no_checkpoint.tla --recover CP207_no_checkpoint.tla
