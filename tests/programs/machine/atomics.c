//@ exit: 0
#include <stdatomic.h>
static _Atomic int i;
static _Atomic double d = 1.0;
static _Atomic(char *) p;
static struct { long a, b, c; } from = { 1, 2, 3 }, to;
int main(void)
{
    char text[] = "abc";
    int expected = 5;
    i += 3;
    atomic_fetch_sub(&i, 1);
    if (atomic_compare_exchange_strong(&i, &expected, 9) || expected != 2) return 1;
    if (!atomic_compare_exchange_strong(&i, &expected, 9) || i != 9) return 2;
    d += 0.5;
    p = text;
    if (*atomic_fetch_add(&p, 1) != 'a' || *p != 'b') return 3;
    __atomic_load(&from, &to, __ATOMIC_SEQ_CST);
    if (to.c != 3 || d != 1.5) return 4;
    return __sync_val_compare_and_swap(&to.a, 1, 7) == 1 && to.a == 7 ? 0 : 5;
}
