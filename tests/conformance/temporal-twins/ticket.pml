/* A ticket lock. */
byte next, serving, in[2];

proctype run_(byte me) {
    byte ticket, ok;
    do
    :: ticket = next;
       do
       :: d_step {
             if
             :: next == ticket -> next = (ticket + 1) & 3; ok = 1
             :: else -> ticket = next; ok = 0
             fi
          };
          if
          :: ok == 1 -> break
          :: else
          fi
       od;
       do
       :: serving == ticket -> break
       :: else
       od;
       in[me] = 1;
       in[me] = 0;
       serving = (ticket + 1) & 3
    od
}

init {
    run run_(0);
    run run_(1);
}
