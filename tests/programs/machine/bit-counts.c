//@ exit: 0
int main(void)
{
    volatile unsigned x = 0x00f00000;
    volatile long long l = -4;
    return __builtin_clz(x) == 8 && __builtin_ctz(x) == 20 && __builtin_popcount(x) == 4
            && __builtin_parity(x) == 0 && __builtin_ffs(x) == 21 && __builtin_clrsbll(l) == 61
            && __builtin_bswap32(x) == 0x0000f000 && __builtin_ffsll(0 * l) == 0 ? 0 : 1;
}
