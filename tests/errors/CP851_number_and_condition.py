# counterpoint check CP851_number_and_condition.smv
