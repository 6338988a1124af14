/* search.h: linear search. */

#include <stddef.h>

typedef int compare(const void *, const void *);

void *memcpy(void *, const void *, size_t);

void *lfind(const void *key, const void *base, size_t *count, size_t size, compare *order)
{
    const char *at = base;
    for (size_t left = *count; left > 0; left--, at += size)
        if (order(key, at) == 0)
            return (void *)at;
    return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, compare *order)
{
    void *found = lfind(key, base, count, size, order);
    if (found)
        return found;
    char *end = (char *)base + *count * size;
    memcpy(end, key, size);
    ++*count;
    return end;
}
