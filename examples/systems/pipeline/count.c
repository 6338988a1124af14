/* Writes the numbers from 1 to N, a byte each. */
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    for (char i = 1; argc == 2 && i <= atoi(argv[1]); i++)
        if (write(1, &i, 1) != 1)
            return 1;
    return 0;
}
