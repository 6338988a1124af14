/* Adds the numbers up, and prints the sum. */
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    char number;
    int sum = 0;
    while (read(0, &number, 1) == 1)
        sum += number;
    printf("%d", sum);
    return 0;
}
