// Functions of the models when an allocation fails: nothing is lost and nothing is freed twice.
//@ check: --fail malloc=1
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <glob.h>
#include <locale.h>
#include <netdb.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>

int main(void) {
  glob_t found;
  close(open("/tmp/a", O_CREAT | O_WRONLY, 0600));
  int outcome = glob("/tmp/*", 0, NULL, &found);
  assert(outcome == 0 || outcome == GLOB_NOSPACE);
  globfree(&found);
  struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = 1}, *list;
  outcome = getaddrinfo("127.0.0.1", NULL, &hints, &list);
  assert(outcome == 0 || outcome == EAI_MEMORY);
  if (outcome == 0) freeaddrinfo(list);
  wchar_t text[20], *copy = wcsdup(L"copy");
  free(copy);
  int count = swprintf(text, 20, L"%d", 7);
  assert(count == 1 || count == -1);
  locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (locale) freelocale(locale);
  int ends[2];
  if (pipe(ends) != 0) return 0;
  struct iovec parts[2] = {{"ab", 2}, {"c", 1}};
  ssize_t done = writev(ends[1], parts, 2);
  assert(done == 3 || done == -1);
  return 0;
}
