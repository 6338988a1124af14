//@ exit: 0
int main(void)
{
    __complex__ double x;
    __real__ x = 1.0;
    __imag__ x = -1.0;
    return __imag__ x > 0;
}
