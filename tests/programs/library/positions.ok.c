// stdio.h: where in a stream, what is pushed back, what its end and its errors are, which buffer it has.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOW(it) printf("%s: %ld\n", #it, (long)(it))

int main(void) {
  static char buffer[BUFSIZ];
  char text[16] = "", *line = NULL;
  size_t room = 0;
  fpos_t here;
  FILE *f = tmpfile();
  if (!f) return 1;
  SHOW(setvbuf(f, buffer, _IOFBF, sizeof buffer));
  SHOW(setvbuf(f, NULL, 7, 0));
  SHOW(putc('0', f));
  SHOW(fwrite("123456789\nend;of", 1, 16, f));
  SHOW(ftell(f));
  SHOW(fseek(f, 3, SEEK_SET));
  SHOW(getc(f));
  SHOW(fgetpos(f, &here));
  SHOW(fread(text, 2, 2, f));
  puts(text);
  SHOW(fsetpos(f, &here));
  SHOW(fgetc(f));
  SHOW(ftell(f));
  SHOW(ungetc('U', f));
  SHOW(ftell(f));
  SHOW(getc(f));
  SHOW(ftell(f));
  SHOW(ungetc(EOF, f));

  SHOW(fseeko(f, -3, SEEK_END));
  SHOW(ftello(f));
  SHOW(fseeko64(f, 1, SEEK_CUR));
  SHOW(ftello64(f));
  SHOW(fseek(f, -100, SEEK_SET));
  SHOW(errno == EINVAL);
  SHOW(fseek(f, 0, 9));
  SHOW(ftell(f));

  SHOW(getc(f));
  SHOW(getc(f));
  SHOW(feof(f) != 0);
  SHOW(getc(f));
  SHOW(feof(f) != 0);
  SHOW(ferror(f) != 0);
  clearerr(f);
  SHOW(feof(f) != 0);

  rewind(f);
  SHOW(getline(&line, &room, f));
  printf("%s", line);
  SHOW(getdelim(&line, &room, ';', f));
  puts(line);
  SHOW(getline(&line, &room, f));
  puts(line);
  SHOW(getline(&line, &room, f));
  SHOW(feof(f) != 0);
  free(line);
  fclose(f);

  FILE *other = fopen("/dev/null", "r");
  SHOW(fwrite("x", 1, 1, other));
  SHOW(errno == EBADF);
  SHOW(ferror(other) != 0);
  clearerr(other);
  SHOW(ferror(other) != 0);
  SHOW(freopen("/dev/zero", "r", other) == other);
  SHOW(getc(other));
  SHOW(freopen64("/dev/null", "w", other) == other);
  SHOW(putc('x', other));
  SHOW(fflush(other));
  SHOW(freopen("/no/such/file", "r", other) == NULL);
  SHOW(errno == ENOENT);
  return 0;
}
