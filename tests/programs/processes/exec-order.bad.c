// Two programs write to one pipe, and the parent takes it for given that the first one comes first.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc > 1) return write(1, argv[1], 1) != 1;
  int ends[2];
  if (pipe(ends)) return 1;
  for (int i = 0; i < 2; i++)
    if (fork() == 0) {
      dup2(ends[1], 1);
      execl("/proc/self/exe", "writer", i == 0 ? "a" : "b", NULL);
      _exit(1);
    }
  char got[2];
  assert(read(ends[0], got, 1) == 1 && read(ends[0], got + 1, 1) == 1);
  assert(got[0] == 'a'); //~ assertion
  return 0;
}
