// The average of the arguments. The loop goes one too far, and is mended with -DMENDED; what if there are none?
#include <stdio.h>
#include <stdlib.h>

static int average(int count, char **numbers)
{
    int sum = 0;
#ifdef MENDED
    for (int i = 0; i < count; i++)
#else
    for (int i = 0; i <= count; i++)
#endif
        sum += atoi(numbers[i]);
    return sum / count;
}

int main(int count, char **arguments)
{
    printf("%d\n", average(count - 1, arguments + 1));
    return 0;
}
