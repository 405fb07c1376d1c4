from counterpoint import Program

program = Program()
