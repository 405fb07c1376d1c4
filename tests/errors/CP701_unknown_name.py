# counterpoint check CP701_unknown_name.tla
