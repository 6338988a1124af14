//@ exit: 0
int main(void)
{
    volatile int a = 2147483647, b = 1;
    volatile unsigned long u = ~0ul;
    __int128 wide;
    int i;
    unsigned char c;
    if (!__builtin_add_overflow(a, b, &i) || i != -2147483647 - 1) return 1;
    if (__builtin_sub_overflow(a, b, &i) || i != 2147483646) return 2;
    if (!__builtin_mul_overflow(u, 3, (long *) &wide)) return 4;
    if (!__builtin_add_overflow(a, 0, &c) || c != 255) return 5;
    if (__builtin_sub_overflow(3u, 4u, &i) || i != -1) return 6;
    return 0;
}
