//@ exit: 0
#include <stdlib.h>
int main(void)
{
    int first = rand();
    srand(42);
    return first == 1804289383 && rand() == 71876166 && rand() == 708592740 ? 0 : 1;
}
