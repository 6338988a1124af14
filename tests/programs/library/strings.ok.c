// The functions of <string.h>.
#include <stdlib.h>
#include <string.h>

int main(void) {
  char b[32] = "hello";
  if (strlen(b) != 5 || strcmp(b, "hellp") >= 0 || strncmp(b, "help", 3) || memcmp("ab", "ac", 2) >= 0)
    return 2;
  strcat(b, " ");
  strncat(b, "world!!!", 5);
  if (strcmp(b, "hello world") || strchr(b, 'o') != b + 4 || strrchr(b, 'o') != b + 7 || strstr(b, "wor") != b + 6)
    return 3;
  char c[8];
  strncpy(c, "ab", sizeof c);
  if (c[2] || c[7] || strchr(b, 'z') || strchr(b, 0) != b + 11 || memchr(b, 'w', 3))
    return 4;
  if (strspn("aabbc", "ab") != 4 || strcspn("xyz,", ",") != 3 || strpbrk(b, "dw") != b + 6)
    return 5;
  char t[] = "a,b;;c";
  int n = 0;
  for (char *p = strtok(t, ",;"); p; p = strtok(NULL, ",;"))
    n = n * 10 + *p - 'a' + 1;
  char *d = strdup(b);
  if (!d || strcmp(d, b))
    return 6;
  free(d);
  return n == 123 ? 0 : 7;
}
