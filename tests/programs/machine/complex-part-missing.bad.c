//@ violation: uninitialized-read
int main(void)
{
    __complex__ double x;
    __real__ x = 1.0;
    return __imag__ x > 0; //~ uninitialized-read
}
