# counterpoint check CP702_missing_module.tla
