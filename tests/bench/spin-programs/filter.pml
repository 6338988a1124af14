/* Peterson's lock for several processes, taken for ever: at each level the last one to come waits. */
byte level[N], turn[N], inside;

active [N] proctype user() {
  byte k, j;
again:
  k = 1;
  do
  :: k < N ->
     level[_pid] = k;
     turn[k] = _pid;
     j = 0;
     do
     :: j < N && turn[k] == _pid ->
        if
        :: j != _pid && level[j] >= k -> j = 0
        :: else -> j++
        fi
     :: else -> break
     od;
     k++
  :: else -> break
  od;
  inside++;
  assert(inside == 1);
  inside--;
  level[_pid] = 0;
  goto again
}
