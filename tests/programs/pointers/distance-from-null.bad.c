// The place of a character that is not there.
#include <string.h>

int main(void) {
  const char *volatile text = "abc";
  return (int)(strchr(text, 'x') - text); //~ invalid-pointer-operation
}
