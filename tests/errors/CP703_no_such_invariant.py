# counterpoint check CP703_no_such_invariant.tla
