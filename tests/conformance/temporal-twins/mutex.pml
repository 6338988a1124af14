/* A mutex: who waits for it is not enabled. */
byte mutex, in[2];

proctype run_(byte me) {
    do
    :: atomic { mutex == 0 -> mutex = 1 };
       in[me] = 1;
       in[me] = 0;
       mutex = 0
    od
}

init {
    run run_(0);
    run run_(1);
}
