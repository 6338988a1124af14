/* libgen.h: the parts of a file name. */

#include <stddef.h>

char *dirname(char *path)
{
    static char here[] = ".";
    if (!path || !*path)
        return here;
    char *end = path;
    while (*end)
        end++;
    while (end > path + 1 && end[-1] == '/')
        end--;
    if (end[-1] != '/')
        while (end > path && end[-1] != '/')
            end--;
    if (end == path)
        return here;
    char *slashes = end;
    while (end > path && end[-1] == '/')
        end--;
    /* Exactly two slashes at the start stay; any others are one. */
    if (end == path)
        end = path[1] == '/' && (slashes == path + 2 || !path[2]) ? path + 2 : path + 1;
    *end = 0;
    return path;
}

char *__xpg_basename(char *path)
{
    static char here[] = ".";
    if (!path || !*path)
        return here;
    char *end = path;
    while (*end)
        end++;
    if (end[-1] == '/') {
        while (end > path && end[-1] == '/')
            end--;
        if (end == path) {
            while (end[1])
                end++;
            return end;
        }
        *end = 0;
    }
    while (end > path && end[-1] != '/')
        end--;
    return end;
}

char *basename(const char *path)
{
    const char *last = path;
    for (; *path; path++)
        if (*path == '/')
            last = path + 1;
    return (char *)last;
}
