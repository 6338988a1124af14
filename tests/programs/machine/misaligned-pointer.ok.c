//@ exit: 0
int main(void)
{
    char buffer[16] = { 0 };
    int *p = (int *) (buffer + (-(unsigned long) buffer & 3));
    return *p;
}
