//@ exit: 0
// GCC compares both fields by one word; the byte between has no value.
struct { int low : 24; int high : 24; } *volatile p;
int main(void)
{
    struct { int low : 24; int high : 24; } x;
    p = (void *) &x;
    p->low = -3;
    p->high = -3;
    return p->low == -3 && p->high == -3 ? 0 : 1;
}
