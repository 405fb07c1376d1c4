# counterpoint check CP700_definition_without_a_body.tla
