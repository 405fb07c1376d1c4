from counterpoint import Model

program = Model("game")
turn = program.var("turn", range(1, 3))
program.requires({"in turn": "AG {tunr = 1}"})
