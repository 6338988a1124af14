// fork, pipe, dup2, wait: a filter in a child, with streams of its own.
//@ stdout: "HELLO, CHILD\ndone 0\n"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int in[2], out[2];
  if (pipe(in) || pipe(out)) return 1;
  pid_t child = fork();
  if (child == 0) {
    dup2(in[0], 0);
    dup2(out[1], 1);
    close(in[0]), close(in[1]), close(out[0]), close(out[1]);
    int c;
    while ((c = getchar()) != EOF) putchar(toupper(c));
    exit(0);
  }
  close(in[0]), close(out[1]);
  FILE *to = fdopen(in[1], "w");
  fputs("hello, child\n", to);
  fclose(to);
  char line[40];
  FILE *from = fdopen(out[0], "r");
  while (fgets(line, sizeof line, from)) fputs(line, stdout);
  fclose(from);
  int status;
  waitpid(child, &status, 0);
  printf("done %d\n", WEXITSTATUS(status));
  return 0;
}
