//@ violation: misaligned-access
int main(void)
{
    char buffer[16] = { 0 };
    int *p = (int *) (buffer + 1 + ((unsigned long) buffer & 1));
    return *p; //~ misaligned-access
}
