/* A test-and-set lock. */
byte lock, want[2], in[2];

proctype run_(byte me) {
    byte old;
    do
    :: want[me] = 1;
       do
       :: d_step { old = lock; lock = 1 };
          if
          :: old == 0 -> break
          :: else
          fi
       od;
       in[me] = 1;
       in[me] = 0;
       lock = 0;
       want[me] = 0
    od
}

init {
    run run_(0);
    run run_(1);
}
