# counterpoint check CP704_symmetry_of_names.tla
