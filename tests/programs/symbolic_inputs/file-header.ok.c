// A length in a file is checked before so many bytes are taken.
//@ native: no
//@ check: --file-any in.bin:3
#include <stdio.h>

int main(void) {
  FILE *file = fopen("in.bin", "rb");
  unsigned char header[3], body[4] = {0};
  if (!file || fread(header, 1, 3, file) != 3 || header[0] != 'G')
    return 1;
  fclose(file);
  unsigned length = header[1];
  if (length > sizeof body)
    return 1;
  for (unsigned i = 0; i < length && i < 6; i++)
    body[i] = header[2];
  return body[0] == header[2];
}
