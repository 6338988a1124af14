// `system` and `popen` of programs that were given: words, quotes, pipes, redirections.
//@ check: --program worker=program
//@ native: no
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int worker(int argc, char **argv) {
  if (strcmp(argv[1], "say") == 0) return write(1, argv[2], strlen(argv[2])) < 0;
  if (strcmp(argv[1], "double") == 0) {
    char c;
    while (read(0, &c, 1) == 1)
      if (write(1, (char[]){c, c}, 2) != 2) return 1;
    return 0;
  }
  return argc == 3 ? atoi(argv[2]) : 100;
}

int main(int argc, char **argv) {
  if (argc > 1) return worker(argc, argv);
  assert(system(NULL));
  assert(WEXITSTATUS(system("worker exit 7")) == 7);
  assert(WEXITSTATUS(system("no-such-program")) == 127);
  assert(system("worker say 'a b' | worker double > /tmp/out") == 0);
  char text[16] = "";
  FILE *in = fopen("/tmp/out", "r");
  assert(fgets(text, sizeof text, in) && strcmp(text, "aa  bb") == 0);
  fclose(in);
  in = popen("worker say \"x\\\"y\"", "r");
  assert(in && fgets(text, sizeof text, in) && strcmp(text, "x\"y") == 0);
  assert(pclose(in) == 0);
  FILE *out = popen("worker double >/tmp/more", "w");
  assert(out && fputs("z", out) >= 0);
  assert(pclose(out) == 0);
  in = fopen("/tmp/more", "r");
  assert(fgets(text, sizeof text, in) && strcmp(text, "zz") == 0);
  fclose(in);
  return 0;
}
