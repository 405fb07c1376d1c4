# counterpoint check CP852_arrow_without_a_blank.smv
