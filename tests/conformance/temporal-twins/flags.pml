/* A handshake with two flags. */
byte a, b;

proctype run_(byte me) {
    if
    :: me == 0 ->
       do
       :: b == 1 -> break
       :: else
       od;
       a = 1
    :: else ->
       b = 1;
       do
       :: a == 1 -> break
       :: else
       od;
       b = 0
    fi
}

init {
    run run_(0);
    run run_(1);
}
