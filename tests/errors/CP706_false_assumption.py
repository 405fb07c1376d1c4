# counterpoint check CP706_false_assumption.tla
