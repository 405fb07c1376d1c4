"""Programs in other processes: started afresh there, and compared with the automata here."""
