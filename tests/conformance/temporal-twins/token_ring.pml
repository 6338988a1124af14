/* Three stations pass a token round. */
byte holder;

proctype run_(byte me) {
    do
    :: if
       :: holder == me -> holder = (me + 1) % 3
       :: else
       fi
    od
}

init {
    run run_(0);
    run run_(1);
    run run_(2);
}
