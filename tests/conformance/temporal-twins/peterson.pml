/* Peterson's lock. */
byte want[2], turn, in[2];

proctype run_(byte me) {
    byte other = 1 - me;
    do
    :: want[me] = 1;
       turn = other;
       do
       :: if
          :: want[other] == 0 -> break
          :: else -> if
             :: turn != other -> break
             :: else
             fi
          fi
       od;
       in[me] = 1;
       in[me] = 0;
       want[me] = 0
    od
}

init {
    run run_(0);
    run run_(1);
}
