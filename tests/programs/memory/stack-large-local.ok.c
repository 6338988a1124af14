// A large local variable that a stack has room for.
int main(void) {
  char room[4 << 20];
  room[7] = 1;
  return room[7] - 1;
}
