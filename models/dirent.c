/* dirent.h and stdlib.h: sorted listings of directories, and files and directories with unique names. */

#define _LARGEFILE64_SOURCE
#include <dirent.h>
#include <stddef.h>

void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
int strcmp(const char *, const char *);
size_t strlen(const char *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
int open(const char *, int, ...);
int mkdir(const char *, unsigned);
int *__errno_location(void);

int alphasort(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

typedef int filter(const struct dirent *);
typedef int compare_entries(const struct dirent **, const struct dirent **);

int scandir(const char *name, struct dirent ***list, filter *wanted, compare_entries *order)
{
    DIR *directory = opendir(name);
    if (!directory)
        return -1;
    struct dirent **found = NULL, *entry;
    int count = 0;
    while ((entry = readdir(directory))) {
        if (wanted && !wanted(entry))
            continue;
        struct dirent **more = realloc(found, (count + 1) * sizeof *found);
        struct dirent *copy = more ? malloc(sizeof *copy) : NULL;
        if (more)
            found = more;
        if (!copy) {
            while (count > 0)
                free(found[--count]);
            free(found);
            closedir(directory);
            return -1;
        }
        memcpy(copy, entry, sizeof *copy);
        found[count++] = copy;
    }
    closedir(directory);
    if (order && count > 0)
        qsort(found, count, sizeof *found, (int (*)(const void *, const void *))order);
    *list = found;
    return count;
}

/* Entries of both kinds are the same where a long has 64 bits. */
#if __SIZEOF_LONG__ == 8
int scandir64(const char *name, struct dirent64 ***list, int (*wanted)(const struct dirent64 *),
    int (*order)(const struct dirent64 **, const struct dirent64 **))
{
    return scandir(name, (struct dirent ***)list, (filter *)wanted, (compare_entries *)order);
}

int alphasort64(const struct dirent64 **a, const struct dirent64 **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}
#endif

/* Tries names until one is new. The same program gets the same names, as long as no such files exist. */
static int make(char *name, int suffix, int flags, int directory)
{
    enum { EINVAL = 22, EEXIST = 17, CREATE = 0100, EXCLUSIVE = 0200, BOTH = 2 };
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    static unsigned last;
    size_t length = strlen(name);
    if (length < 6 + (size_t)suffix) {
        *__errno_location() = EINVAL;
        return -1;
    }
    char *at = name + length - suffix - 6;
    for (int i = 0; i < 6; i++)
        if (at[i] != 'X') {
            *__errno_location() = EINVAL;
            return -1;
        }
    for (int tries = 0; tries < 1000; tries++) {
        unsigned number = __atomic_fetch_add(&last, 1, __ATOMIC_SEQ_CST);
        for (int i = 5; i >= 0; i--) {
            at[i] = letters[number % 36];
            number /= 36;
        }
        int made = directory ? mkdir(name, 0700) : open(name, BOTH | CREATE | EXCLUSIVE | flags, 0600);
        if (made >= 0 || *__errno_location() != EEXIST)
            return made;
    }
    return -1;
}

int mkstemp(char *name)
{
    return make(name, 0, 0, 0);
}

int mkostemp(char *name, int flags)
{
    return make(name, 0, flags, 0);
}

int mkstemps(char *name, int suffix)
{
    return make(name, suffix, 0, 0);
}

char *mkdtemp(char *name)
{
    return make(name, 0, 0, 1) < 0 ? NULL : name;
}

/* With large files, the same. */
int mkstemp64(char *name)
{
    return make(name, 0, 0, 0);
}

int mkostemp64(char *name, int flags)
{
    return make(name, 0, flags, 0);
}

int mkostemps(char *name, int suffix, int flags)
{
    return make(name, suffix, flags, 0);
}

int mkstemps64(char *name, int suffix)
{
    return make(name, suffix, 0, 0);
}
