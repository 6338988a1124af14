//@ exit: 0
int main(void)
{
    volatile unsigned x = 8;
    return __builtin_clz(x) != 28;
}
