// An address out of nowhere.
int target = 0;

int main(void) {
  unsigned long address = 0xdeadbee8;
  return *(int *)address; //~ invalid-dereference: 0xdeadbee8
}
