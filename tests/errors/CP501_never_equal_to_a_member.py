from counterpoint import Model

program = Model("crossing")
light = program.var("light", ["red", "green"], init="red")
program.atom("stop", light == "Red")
