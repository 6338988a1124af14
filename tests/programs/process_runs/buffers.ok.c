// What a stream has buffered when the process is copied is written by both.
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  setvbuf(stdout, NULL, _IOFBF, 1000);
  printf("before ");
  if (fork() == 0) {
    printf("child\n");
    return 3;
  }
  int status;
  wait(&status);
  printf("parent %d\n", WEXITSTATUS(status));
  return 0;
}
