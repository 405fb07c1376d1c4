from counterpoint import Program

program = Program(external=lambda event: True)
