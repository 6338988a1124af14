// open_memstream and fmemopen: streams that work on memory.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void) {
  char *text, room[8];
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  fprintf(stream, "%d %s", 12, "abc");
  fflush(stream);
  printf("%s %zu\n", text, size);
  for (int i = 0; i < 1000; i++) fputc('a' + i % 26, stream);
  if (ftell(stream) != 1006 || fileno(stream) != -1) return 1;
  fclose(stream);
  printf("%zu %.10s\n", size, text);
  free(text);

  stream = fmemopen(room, sizeof room, "w+");
  fprintf(stream, "%d", 42);
  fflush(stream);
  printf("%s\n", room);
  rewind(stream);
  int number;
  if (fscanf(stream, "%d", &number) != 1 || number != 42) return 2;
  fclose(stream);

  stream = fmemopen("one\ntwo\n", 8, "r");
  char line[10];
  while (fgets(line, sizeof line, stream)) printf("[%s]", line);
  printf("\n");
  if (!feof(stream) || fputc('x', stream) != EOF) return 3;
  fclose(stream);

  strcpy(room, "ab");
  stream = fmemopen(room, sizeof room, "a");
  fputs("cd", stream);
  fclose(stream);
  printf("%s\n", room);

  stream = fmemopen(room, 4, "w");
  setbuf(stream, NULL);
  if (fputs("toolong", stream) != EOF && fflush(stream) == 0) return 4;
  fclose(stream);
  if (fmemopen(room, 4, "q") || errno != EINVAL) return 5;

  wchar_t *wides;
  stream = open_wmemstream(&wides, &size);
  fwprintf(stream, L"%ls-%d", L"wide", 7);
  fclose(stream);
  if (size != 6 || wcscmp(wides, L"wide-7") != 0) return 6;
  free(wides);
  return 0;
}
