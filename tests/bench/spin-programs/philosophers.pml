/* Philosophers that eat for ever; the last one takes its forks in the other order. */
bool fork[N];

active [N] proctype philosopher() {
  byte first = _pid, second = _pid + 1;
  if
  :: _pid == N - 1 -> first = 0; second = N - 1
  :: else
  fi;
end:
  do
  :: atomic { !fork[first] -> fork[first] = 1 };
     atomic { !fork[second] -> fork[second] = 1 };
     fork[second] = 0;
     fork[first] = 0
  od
}
