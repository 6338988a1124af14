/* glob.h: file names that match a pattern. */

#define _GNU_SOURCE
#include <dirent.h>
#include <glob.h>
#include <stddef.h>
#include <sys/stat.h>

void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
size_t strlen(const char *);
char *strchr(const char *, int);
int strcmp(const char *, const char *);
char *strdup(const char *);
char *getenv(const char *);
int fnmatch(const char *, const char *, int);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
int *__errno_location(void);

enum { NO_ESCAPE = 2, PERIOD = 4 };

struct search {
    glob_t *found;
    int flags;
    int (*complain)(const char *, int);
};

static int add(struct search *search, char *name)
{
    glob_t *found = search->found;
    size_t used = found->gl_offs + found->gl_pathc;
    char **more = name ? realloc(found->gl_pathv, (used + 2) * sizeof *more) : NULL;
    if (!more) {
        free(name);
        return GLOB_NOSPACE;
    }
    found->gl_pathv = more;
    more[used] = name;
    more[used + 1] = NULL;
    found->gl_pathc++;
    return 0;
}

static int is_directory(const char *name)
{
    struct stat status;
    return stat(name, &status) == 0 && S_ISDIR(status.st_mode);
}

static int exists(const char *name)
{
    struct stat status;
    return lstat(name, &status) == 0;
}

/* Whether a part of a pattern matches more than itself. */
static int is_magic(const char *part, size_t length, int flags)
{
    int bracket = 0;
    for (size_t i = 0; i < length; i++) {
        if (part[i] == '\\' && !(flags & GLOB_NOESCAPE))
            i++;
        else if (part[i] == '*' || part[i] == '?')
            return 1;
        else if (part[i] == '[')
            bracket = 1;
        else if (part[i] == ']' && bracket)
            return 1;
    }
    return 0;
}

static char *join(const char *directory, const char *name, size_t length)
{
    size_t start = strlen(directory);
    char *path = malloc(start + length + 2);
    if (path) {
        memcpy(path, directory, start);
        memcpy(path + start, name, length);
        path[start + length] = 0;
    }
    return path;
}

/* Takes the backslashes out that protect what follows them. */
static void unescape(char *text)
{
    char *to = text;
    for (; *text; text++) {
        if (*text == '\\' && text[1])
            text++;
        *to++ = *text;
    }
    *to = 0;
}

static int match(struct search *search, const char *directory, const char *pattern);

/* Goes on behind a part that stands for this name in a directory. */
static int follow(struct search *search, const char *directory, const char *name, size_t length, const char *rest)
{
    char *path = join(directory, name, length);
    int outcome = 0;
    if (!path)
        return GLOB_NOSPACE;
    if (*rest) {
        size_t slashes = 0;
        while (rest[slashes] == '/')
            slashes++;
        char *deeper = join(path, rest, slashes);
        if (!deeper)
            outcome = GLOB_NOSPACE;
        else if (is_directory(path))
            outcome = rest[slashes] ? match(search, deeper, rest + slashes) : add(search, strdup(deeper));
        free(deeper);
    } else if (exists(path)) {
        if ((search->flags & GLOB_MARK) && is_directory(path)) {
            size_t end = strlen(path);
            path[end] = '/';
            path[end + 1] = 0;
        }
        return add(search, path);
    }
    free(path);
    return outcome;
}

static int match_entries(struct search *search, const char *directory, const char *part, const char *rest)
{
    DIR *open = opendir(*directory ? directory : ".");
    if (!open) {
        int code = *__errno_location();
        int stop = search->complain && search->complain(*directory ? directory : ".", code);
        return stop || (search->flags & GLOB_ERR) ? GLOB_ABORTED : 0;
    }
    int outcome = 0, flags = (search->flags & GLOB_NOESCAPE ? NO_ESCAPE : 0) | (search->flags & GLOB_PERIOD ? 0 : PERIOD);
    struct dirent *entry;
    while (!outcome && (entry = readdir(open)))
        if (fnmatch(part, entry->d_name, flags) == 0)
            outcome = follow(search, directory, entry->d_name, strlen(entry->d_name), rest);
    closedir(open);
    return outcome;
}

static int match(struct search *search, const char *directory, const char *pattern)
{
    const char *end = strchr(pattern, '/');
    size_t length = end ? (size_t)(end - pattern) : strlen(pattern);
    char *part = join("", pattern, length);
    int outcome;
    if (!part)
        return GLOB_NOSPACE;
    if (is_magic(part, length, search->flags))
        outcome = match_entries(search, directory, part, pattern + length);
    else {
        if (!(search->flags & GLOB_NOESCAPE))
            unescape(part);
        outcome = follow(search, directory, part, strlen(part), pattern + length);
    }
    free(part);
    return outcome;
}

static int order(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The parts of a pattern before, between and behind braces, one pattern after the other. */
static int expand(struct search *search, const char *pattern)
{
    const char *open = search->flags & GLOB_BRACE ? strchr(pattern, '{') : NULL;
    if (!open || open[1] == '}') {
        size_t slashes = 0;
        while (pattern[slashes] == '/')
            slashes++;
        char *start = join("", pattern, slashes);
        size_t before = search->found->gl_pathc;
        int outcome = !start ? GLOB_NOSPACE : pattern[slashes] ? match(search, start, pattern + slashes) : add(search, strdup(start));
        free(start);
        if (!outcome && !(search->flags & GLOB_NOSORT)) {
            char **first = search->found->gl_pathv + search->found->gl_offs + before;
            if (search->found->gl_pathc > before)
                qsort(first, search->found->gl_pathc - before, sizeof *first, order);
        }
        return outcome;
    }
    const char *at = open + 1, *part = at;
    const char *close = at;
    for (int depth = 1; *close; close++) {
        depth += (*close == '{') - (*close == '}');
        if (depth == 0)
            break;
    }
    int outcome = 0;
    for (int depth = 0; !outcome && *close && at <= close; at++) {
        depth += (*at == '{') - (*at == '}' && at < close);
        if (at != close && (*at != ',' || depth > 0))
            continue;
        char *before = join("", pattern, open - pattern);
        char *middle = before ? join(before, part, at - part) : NULL;
        char *whole = middle ? join(middle, close + 1, strlen(close + 1)) : NULL;
        outcome = whole ? expand(search, whole) : GLOB_NOSPACE;
        free(before);
        free(middle);
        free(whole);
        part = at + 1;
    }
    return outcome;
}

int glob(const char *restrict pattern, int flags, int (*complain)(const char *, int), glob_t *restrict found)
{
    struct search search = { found, flags, complain };
    if (!(flags & GLOB_DOOFFS))
        found->gl_offs = 0;
    if (!(flags & GLOB_APPEND)) {
        found->gl_pathc = 0;
        found->gl_pathv = malloc((found->gl_offs + 1) * sizeof *found->gl_pathv);
        if (!found->gl_pathv)
            return GLOB_NOSPACE;
        for (size_t i = 0; i <= found->gl_offs; i++)
            found->gl_pathv[i] = NULL;
    }
    char *home = NULL;
    if ((flags & (GLOB_TILDE | GLOB_TILDE_CHECK)) && pattern[0] == '~' && (!pattern[1] || pattern[1] == '/') && getenv("HOME")) {
        home = join(getenv("HOME"), pattern + 1, strlen(pattern + 1));
        if (!home)
            return GLOB_NOSPACE;
        pattern = home;
    }
    size_t before = found->gl_pathc;
    int outcome = expand(&search, pattern);
    if (!outcome && found->gl_pathc == before) {
        int keep = (flags & GLOB_NOCHECK) || ((flags & GLOB_NOMAGIC) && !is_magic(pattern, strlen(pattern), flags));
        outcome = keep ? add(&search, strdup(pattern)) : GLOB_NOMATCH;
    }
    free(home);
    return outcome;
}

void globfree(glob_t *found)
{
    for (size_t i = 0; found->gl_pathv && i < found->gl_pathc; i++)
        free(found->gl_pathv[found->gl_offs + i]);
    free(found->gl_pathv);
    found->gl_pathv = NULL;
    found->gl_pathc = 0;
}
