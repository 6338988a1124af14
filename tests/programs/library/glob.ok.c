// glob.h: names that match.
//@ check
//@ native: no
#include <assert.h>
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void make(const char *name) { close(open(name, O_CREAT | O_WRONLY, 0600)); }

static int is(const char *pattern, int flags, const char *wanted) {
  glob_t found;
  char all[200] = "";
  int outcome = glob(pattern, flags, NULL, &found);
  if (outcome == 0)
    for (size_t i = 0; i < found.gl_pathc; i++) {
      strcat(all, found.gl_pathv[i]);
      strcat(all, " ");
    }
  assert(outcome != 0 || found.gl_pathv[found.gl_pathc] == NULL);
  if (outcome == 0 || outcome == GLOB_NOMATCH) globfree(&found);
  return strcmp(outcome == GLOB_NOMATCH ? "none" : outcome ? "error" : all, wanted) == 0;
}

int main(void) {
  chdir("/tmp");
  make("b.c");
  make("a.c");
  make("a.h");
  make(".hidden");
  mkdir("sub", 0700);
  make("sub/x.c");
  assert(is("*.c", 0, "a.c b.c ") && is("?.h", 0, "a.h ") && is("*.z", 0, "none") && is("*.z", GLOB_NOCHECK, "*.z "));
  assert(is("*", 0, "a.c a.h b.c sub ") && is("*", GLOB_MARK, "a.c a.h b.c sub/ ") && is(".h*", 0, ".hidden "));
  assert(is("*/*.c", 0, "sub/x.c ") && is("/tmp/[ab].?", 0, "/tmp/a.c /tmp/a.h /tmp/b.c ") && is("a\\.c", 0, "a.c "));
  assert(is("{b,a}.c", GLOB_BRACE, "b.c a.c ") && is("nothing", 0, "none") && is("nothing", GLOB_NOMAGIC, "nothing ") && is("sub/", 0, "sub/ "));
  glob_t two;
  assert(glob("*.h", 0, NULL, &two) == 0 && glob("*.c", GLOB_APPEND, NULL, &two) == 0 && two.gl_pathc == 3 && strcmp(two.gl_pathv[0], "a.h") == 0);
  globfree(&two);
  two.gl_offs = 2;
  assert(glob("*.h", GLOB_DOOFFS, NULL, &two) == 0 && two.gl_pathv[1] == NULL && strcmp(two.gl_pathv[2], "a.h") == 0);
  globfree(&two);
  return 0;
}
