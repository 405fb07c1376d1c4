---- MODULE CP600_board_for_a_player ----
VARIABLES board, turn
Init == board = <<"_", "_">> /\ turn = "X"
Put(i) == /\ board[i] = "_"
          /\ board' = [board EXCEPT ![i] = turn]
          /\ turn' = IF turn = "X" THEN "O" ELSE "X"
Next == Put(1) \/ Put(2)
Spec == Init /\ [][Next]_<<board, turn>>
Full == board[1] # "_" /\ board[2] # "_"
====
