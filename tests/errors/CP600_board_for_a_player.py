# counterpoint solve CP600_board_for_a_player.tla --owner board --player X --goal Full
