// fnmatch.h: every pattern with every name and every set of flags.
#define _GNU_SOURCE
#include <fnmatch.h>
#include <stdio.h>

int main(void)
{
    static const char *const patterns[] = {
        "", "*", "?", "a", "a*", "*a", "*b*", "a?c", "[abc]", "[!a]", "[^a]x", "[a-c]?", "[]a]", "[]-a]", "*/b", "a/*", "*.c",
        ".*", "\\*", "a\\b", "[[:alpha:]]", "[[:digit:]a]*", "**", "*a*b*", "[a", "a[", "[!]", "*/.*", "A",
    };
    static const char *const names[] = {
        "", "a", "b", "ab", "abc", "a/b", "/a", ".a", "a.c", "*", "x", "]", "-", "a/.b", "a\\b", "7z", "[a", "axbyb", "A", "aXc",
    };
    static const int flags[] = { 0, FNM_PATHNAME, FNM_PERIOD, FNM_PATHNAME | FNM_PERIOD, FNM_NOESCAPE, FNM_LEADING_DIR, FNM_CASEFOLD };
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        printf("%s:", patterns[i]);
        for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) {
            printf(" ");
            for (size_t j = 0; j < sizeof names / sizeof *names; j++)
                printf("%d", fnmatch(patterns[i], names[j], flags[k]));
        }
        printf("\n");
    }
    return 0;
}
