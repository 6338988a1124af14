// A local variable that no stack has room for.
//@ native: no
int main(void) {
  char room[64 << 20];
  room[7] = 1; //~ stack-overflow: a local variable takes 67108864 bytes
  return room[7] - 1;
}
