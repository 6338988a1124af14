/* A sender that may lose every message. */
byte sent, received;

proctype run_(byte me) {
    byte lost;
    if
    :: me == 0 ->
       do
       :: sent = 1
       :: lost = 0
       od
    :: else ->
       do
       :: if
          :: sent == 1 ->
             received = 1;
             sent = 0
          :: else
          fi
       od
    fi
}

init {
    run run_(0);
    run run_(1);
}
