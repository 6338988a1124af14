//@ exit: 0
int main(void)
{
    volatile int x = 2147483646;
    x++;
    return x != 2147483647;
}
