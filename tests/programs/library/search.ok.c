// search.h: linear search, trees, hash tables and queues.
#define _GNU_SOURCE
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int order(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void visit(const void *node, VISIT which, int depth)
{
    (void)depth;
    if (which == postorder || which == leaf)
        printf(" %d", **(int *const *)node);
}

static void keep(void *key)
{
    (void)key;
}

struct element {
    struct element *next, *previous;
    int value;
};

int main(void)
{
    static int numbers[] = { 5, 2, 8, 1, 9, 3 };
    size_t count = 4;
    int key = 9, list[8] = { 5, 2, 8, 1 };
    printf("%d", lfind(&key, list, &count, sizeof *list, order) == NULL);
    printf(" %d", *(int *)lsearch(&key, list, &count, sizeof *list, order));
    printf(" %zu\n", count);

    void *root = NULL;
    for (int i = 0; i < 6; i++)
        if (**(int **)tsearch(&numbers[i], &root, order) != numbers[i])
            return 1;
    twalk(root, visit);
    printf("\n");
    key = 8;
    printf("%d %d\n", tdelete(&key, &root, order) != NULL, tfind(&key, &root, order) == NULL);
    key = 5;
    printf("%d %d", tdelete(&key, &root, order) != NULL, tdelete(&key, &root, order) == NULL);
    twalk(root, visit);
    printf("\n");
    tdestroy(root, keep);

    if (!hcreate(4))
        return 2;
    static char *const keys[] = { "one", "two", "three" };
    for (int i = 0; i < 3; i++)
        if (!hsearch((ENTRY){ keys[i], (void *)&numbers[i] }, ENTER))
            return 3;
    ENTRY *found = hsearch((ENTRY){ "two", NULL }, FIND);
    printf("%s %d", found->key, *(int *)found->data);
    printf(" %d %d\n", hsearch((ENTRY){ "four", NULL }, FIND) == NULL, errno == ESRCH);
    hdestroy();

    struct element first = { 0 }, second = { 0 }, third = { 0 };
    insque(&first, NULL);
    insque(&third, &first);
    insque(&second, &first);
    printf("%d %d", first.next == &second, third.previous == &second);
    remque(&second);
    printf(" %d %d\n", first.next == &third, third.previous == &first);
    return 0;
}
