// A pointer that begins at null and only counts, as the generations of Concurrency Kit's queues do.
struct slot {
  char *generation;
};

int main(void) {
  struct slot slot = {0};
  for (int i = 0; i < 3; i++)
    slot.generation = slot.generation + 1;
  char *before = slot.generation - 1;
  return slot.generation == (char *)3 && before == (char *)2 ? 0 : 1;
}
