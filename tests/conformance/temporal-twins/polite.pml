/* Two threads that withdraw for each other. */
byte want[2], in[2];

proctype run_(byte me) {
    byte other = 1 - me;
    do
    :: want[me] = 1;
       do
       :: want[other] == 0 -> break
       :: else ->
          want[me] = 0;
          want[me] = 1
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
