/* Two threads that raise a counter and end: runs that end repeat their last state. */
byte x, over[2];

proctype run_(byte me) {
    byte old;
    old = x;
    x = old + 1;
    over[me] = 1
}

init {
    run run_(0);
    run run_(1);
}
