/* Doubles each number that comes. */
#include <unistd.h>

int main(void)
{
    char number;
    while (read(0, &number, 1) == 1) {
        number *= 2;
        if (write(1, &number, 1) != 1)
            return 1;
    }
    return 0;
}
