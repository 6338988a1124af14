// The arguments of main, and that argv ends with a null pointer.
//@ args: first second-one 3
#include <string.h>

int main(int argc, char **argv) {
  if (argc != 4 || argv[argc])
    return 2;
  if (strcmp(argv[1], "first") || strcmp(argv[2], "second-one") || strcmp(argv[3], "3"))
    return 3;
  argv[1][0] = 'F';
  return strcmp(argv[1], "First") ? 4 : 0;
}
