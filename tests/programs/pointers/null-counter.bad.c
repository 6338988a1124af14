// A pointer that counts is no pointer.
struct slot {
  char *generation;
};

int main(void) {
  struct slot slot = {0};
  for (int i = 0; i < 3; i++)
    slot.generation = slot.generation + 1;
  return *slot.generation; //~ null-dereference
}
