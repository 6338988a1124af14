// An array whose length is found out to be too large for the stack.
//@ native: no
static volatile unsigned long length = 1ul << 30;
int main(void) {
  char room[length]; //~ stack-overflow: does not fit
  room[7] = 1;
  return room[7] - 1;
}
