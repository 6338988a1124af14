//@ violation: signed-overflow
int main(void)
{
    volatile int x = 2147483647;
    x++; //~ signed-overflow
    return x;
}
