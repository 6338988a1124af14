/* Producers and consumers around a buffer of two places, for ever. A condition variable is a flag for each process that waits. */
#define PLACES 2
bool mutex, waiting[2 * N];
byte used, in, out, buffer[PLACES];

inline lock() { atomic { !mutex -> mutex = 1 } }
inline unlock() { mutex = 0 }
inline wait() {
  atomic { waiting[_pid] = 1; mutex = 0 };
  !waiting[_pid];
  lock()
}
inline broadcast() {
  d_step {
    i = 0;
    do
    :: i < 2 * N -> waiting[i] = 0; i++
    :: else -> i = 0; break
    od
  }
}

active [N] proctype producer() {
  byte item, i;
  do
  :: lock();
     do
     :: used == PLACES -> wait()
     :: else -> break
     od;
     buffer[in] = item;
     in = (in + 1) % PLACES;
     used++;
     broadcast();
     unlock();
     item = 1 - item
  od
}

active [N] proctype consumer() {
  byte i;
  do
  :: lock();
     do
     :: used == 0 -> wait()
     :: else -> break
     od;
     assert(buffer[out] < 2);
     out = (out + 1) % PLACES;
     used--;
     broadcast();
     unlock()
  od
}
