/* search.h: linear search, trees, queues and hash tables. */

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

/* Trees, as the usual unbalanced ones: in which order nodes come up follows from their order alone. */

void *malloc(size_t);
void *calloc(size_t, size_t);
void free(void *);
char *strcpy(char *, const char *);
int strcmp(const char *, const char *);
int *__errno_location(void);

struct node {
    const void *key;
    struct node *left, *right;
};

enum { PREORDER, POSTORDER, ENDORDER, LEAF };

void *tsearch(const void *key, void **root, compare *order)
{
    struct node **at = (struct node **)root;
    if (!at)
        return NULL;
    while (*at) {
        int result = order(key, (*at)->key);
        if (result == 0)
            return *at;
        at = result < 0 ? &(*at)->left : &(*at)->right;
    }
    struct node *new = malloc(sizeof *new);
    if (new) {
        *new = (struct node){ key, NULL, NULL };
        *at = new;
    }
    return new;
}

void *tfind(const void *key, void *const *root, compare *order)
{
    const struct node *at = root ? *root : NULL;
    while (at) {
        int result = order(key, at->key);
        if (result == 0)
            return (void *)at;
        at = result < 0 ? at->left : at->right;
    }
    return NULL;
}

void *tdelete(const void *key, void **root, compare *order)
{
    struct node **at = (struct node **)root, *parent = NULL;
    if (!at)
        return NULL;
    int result;
    while (*at && (result = order(key, (*at)->key)) != 0) {
        parent = *at;
        at = result < 0 ? &(*at)->left : &(*at)->right;
    }
    struct node *gone = *at;
    if (!gone)
        return NULL;
    /* What stands for the parent of the root is any other pointer than null. */
    void *above = parent ? (void *)parent : (void *)root;
    if (gone->left && gone->right) {
        struct node **heir = &gone->right;
        while ((*heir)->left)
            heir = &(*heir)->left;
        struct node *moved = *heir;
        *heir = moved->right;
        gone->key = moved->key;
        free(moved);
        return above;
    }
    *at = gone->left ? gone->left : gone->right;
    free(gone);
    return above;
}

static void walk(const struct node *node, void (*visit)(const void *, int, int), int level)
{
    if (!node->left && !node->right) {
        visit(node, LEAF, level);
        return;
    }
    visit(node, PREORDER, level);
    if (node->left)
        walk(node->left, visit, level + 1);
    visit(node, POSTORDER, level);
    if (node->right)
        walk(node->right, visit, level + 1);
    visit(node, ENDORDER, level);
}

void twalk(const void *root, void (*visit)(const void *, int, int))
{
    if (root && visit)
        walk(root, visit, 0);
}

void tdestroy(void *root, void (*release)(void *))
{
    struct node *node = root;
    if (!node)
        return;
    tdestroy(node->left, release);
    tdestroy(node->right, release);
    release((void *)node->key);
    free(node);
}

/* Queues. */

struct link {
    struct link *next, *previous;
};

void insque(void *element, void *before)
{
    struct link *new = element, *at = before;
    if (!at) {
        new->next = new->previous = NULL;
        return;
    }
    new->next = at->next;
    new->previous = at;
    if (at->next)
        at->next->previous = new;
    at->next = new;
}

void remque(void *element)
{
    struct link *old = element;
    if (old->next)
        old->next->previous = old->previous;
    if (old->previous)
        old->previous->next = old->next;
}

/* Hash tables: as many entries as were asked for, found from one end to the other. */

typedef struct {
    char *key;
    void *data;
} ENTRY;

struct table {
    ENTRY *entries;
    unsigned size, count;
};

static struct table common;

int hcreate_r(size_t size, struct table *table)
{
    if (table->entries)
        return 0;
    table->entries = calloc(size ? size : 1, sizeof *table->entries);
    if (!table->entries)
        return 0;
    table->size = size ? size : 1;
    table->count = 0;
    return 1;
}

int hsearch_r(ENTRY item, int enter, ENTRY **found, struct table *table)
{
    enum { ENOMEM = 12, ESRCH = 3 };
    *found = NULL;
    for (unsigned i = 0; i < table->count; i++)
        if (strcmp(table->entries[i].key, item.key) == 0) {
            *found = &table->entries[i];
            return 1;
        }
    if (!enter) {
        *__errno_location() = ESRCH;
        return 0;
    }
    if (table->count == table->size) {
        *__errno_location() = ENOMEM;
        return 0;
    }
    *found = &table->entries[table->count++];
    **found = item;
    return 1;
}

void hdestroy_r(struct table *table)
{
    free(table->entries);
    table->entries = NULL;
}

int hcreate(size_t size)
{
    return hcreate_r(size, &common);
}

ENTRY *hsearch(ENTRY item, int enter)
{
    ENTRY *found;
    hsearch_r(item, enter, &found, &common);
    return found;
}

void hdestroy(void)
{
    hdestroy_r(&common);
}
