# counterpoint check CP700_text_in_utf_16.tla
