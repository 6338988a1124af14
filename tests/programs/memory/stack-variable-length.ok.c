// An array whose length is found out, and fits.
static volatile unsigned long length = 1ul << 20;
int main(void) {
  char room[length];
  room[7] = 1;
  return room[7] - 1;
}
