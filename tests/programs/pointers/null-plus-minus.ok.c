// The header before a block.
struct header {
  long size;
};

static struct header *header_of(void *block) {
  return (struct header *)block - 1;
}

int main(void) {
  struct header both[2] = {{5}, {0}};
  return header_of(&both[1])->size != 5;
}
