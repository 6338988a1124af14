// stdio.h: what does not lock the stream does the same as what does, on a file that has no name.
//@ stdin: "xyz"
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#define SHOW(it) printf("%s: %ld\n", #it, (long)(it))

int main(void) {
  char text[32] = "";
  FILE *f = tmpfile64();
  if (!f) return 1;
  SHOW(fputc_unlocked('a', f));
  SHOW(putc_unlocked('b', f));
  SHOW(fputs_unlocked("cdef\n", f) >= 0);
  SHOW(fwrite_unlocked("123456", 2, 3, f));
  SHOW(fflush_unlocked(f));
  rewind(f);
  SHOW(fgetc_unlocked(f));
  SHOW(getc_unlocked(f));
  printf("%s", fgets_unlocked(text, sizeof text, f));
  memset(text, 0, sizeof text);
  SHOW(fread_unlocked(text, 2, 5, f));
  puts(text);
  SHOW(feof_unlocked(f) != 0);
  SHOW(ferror_unlocked(f) != 0);
  clearerr_unlocked(f);
  SHOW(feof_unlocked(f) != 0);
  SHOW(fileno_unlocked(f) == fileno(f));

  flockfile(f);
  flockfile(f);
  SHOW(ftrylockfile(f));
  funlockfile(f);
  funlockfile(f);
  funlockfile(f);
  fclose(f);

  FILE *null = fopen64("/dev/null", "r");
  if (!null) return 2;
  SHOW(putc_unlocked('x', null));
  SHOW(ferror_unlocked(null) != 0);
  clearerr_unlocked(null);
  SHOW(ferror_unlocked(null) != 0);
  SHOW(fgetc_unlocked(null));
  fclose(null);

  SHOW(putchar_unlocked(getchar_unlocked()));
  putchar_unlocked(getchar_unlocked());
  putchar_unlocked('\n');
  SHOW(getchar_unlocked());
  SHOW(getchar_unlocked());
  return 0;
}
