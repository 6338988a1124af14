// libgen.h: parts of names; and basename as string.h has it.
#include <libgen.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    static const char *const names[] = {
        "", "/", "//", "///", "a", "a/", "/a", "/a/", "a/b", "a/b/", "/a/b", "//a//b//", "a//", ".", "..", "./a", "/usr/lib/x.so",
    };
    printf("%s %s\n", dirname(NULL), basename(NULL));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char one[32], other[32];
        strcpy(one, names[i]);
        strcpy(other, names[i]);
        printf("'%s': '%s'", names[i], dirname(one));
        printf(" '%s'\n", basename(other));
    }
    return 0;
}
