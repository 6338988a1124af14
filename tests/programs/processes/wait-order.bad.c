// The parent takes it for given that the child that was made first ends first.
#include <assert.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t children[2];
  for (int i = 0; i < 2; i++) {
    children[i] = fork();
    if (children[i] == 0) _exit(i + 1);
  }
  int status;
  pid_t first = wait(&status);
  assert(first == children[0]); //~ assertion
  wait(NULL);
  return 0;
}
