/* Dekker's lock. */
byte want[2], turn, in[2];

proctype run_(byte me) {
    byte other = 1 - me;
    do
    :: want[me] = 1;
       do
       :: if
          :: want[other] == 0 -> break
          :: else -> if
             :: turn != me ->
                want[me] = 0;
                do
                :: turn == me -> break
                :: else
                od;
                want[me] = 1
             :: else
             fi
          fi
       od;
       in[me] = 1;
       in[me] = 0;
       turn = other;
       want[me] = 0
    od
}

init {
    run run_(0);
    run run_(1);
}
