# counterpoint check CP703_replaced_by_nothing.tla
