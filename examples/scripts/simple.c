/* What the scripts here are shown on. */
int calls;

int simple(int x, int y)
{
    calls++;
    x *= 2;
    y += 5;
    if (x >= y)
        return 1;
    else
        return 0;
}

int main(void)
{
    return simple(3, 1) != 1;
}
