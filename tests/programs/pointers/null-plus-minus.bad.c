// The header before a null pointer.
//@ options: --pedantic
struct header {
  long size;
};

static struct header *header_of(void *block) {
  return (struct header *)block - 1; //~ invalid-pointer-operation
}

int main(void) {
  void *volatile nowhere = 0;
  return header_of(nowhere) == 0;
}
