# counterpoint check CP703_no_such_constant.tla
