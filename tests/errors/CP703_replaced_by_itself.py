# counterpoint check CP703_replaced_by_itself.tla
