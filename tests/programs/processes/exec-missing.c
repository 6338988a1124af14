// A program that was not given, and that the program finds as a file: nothing is known of it.
//@ unknown: which was not given: say what it is with --program
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  close(open("/tmp/tool", O_CREAT | O_WRONLY, 0755));
  execl("/tmp/tool", "tool", NULL);
  return 0;
}
