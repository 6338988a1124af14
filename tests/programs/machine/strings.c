//@ exit: 0
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char text[32] = "one two  three", copy[32], *end, *at;
    char *word = strtok(text, " ");
    int words = 0;
    for (; word; word = strtok(0, " "))
        words++;
    strcpy(copy, "abc");
    strcat(copy, "def");
    strncat(copy, "ghijk", 2);
    if (words != 3 || strcmp(copy, "abcdefgh") || strlen(copy) != 8) return 1;
    if (strchr(copy, 'c') != copy + 2 || strrchr(copy, 'z') || strstr(copy, "fg") != copy + 5) return 2;
    if (strspn(copy, "abc") != 3 || strcspn(copy, "fe") != 4 || strpbrk(copy, "hg") != copy + 6) return 3;
    if (strtol("  -0x1fz", &end, 0) != -31 || *end != 'z' || strtoul("99", 0, 8) != 0) return 4;
    if (strtod("2.5e1x", &at) != 25.0 || *at != 'x' || atoi("42") != 42) return 5;
    char *twin = strdup(copy);
    int same = memcmp(twin, copy, 9) == 0 && strncmp(twin, "abX", 2) == 0;
    free(twin);
    div_t q = div(-7, 2);
    return same && q.quot == -3 && q.rem == -1 && abs(-4) == 4 ? 0 : 6;
}
