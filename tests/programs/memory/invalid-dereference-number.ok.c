// An address out of nowhere.
int target = 0;

int main(void) {
  unsigned long address = (unsigned long)&target;
  return *(int *)address;
}
