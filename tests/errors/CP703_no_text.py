# counterpoint check CP703_no_text.tla
