// Which of two blocks lies lower is open, and stays as it is: whoever asks again gets the same answer.
//@ check: --addresses any
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *first = malloc(8), *second = malloc(8);
    if (first && second) {
        int rises = (uintptr_t)first < (uintptr_t)second;
        int falls = (uintptr_t)first > (uintptr_t)second;
        assert(rises != falls);
        assert(rises == ((uintptr_t)&first[3] <= (uintptr_t)&second[1]));
    }
    free(first);
    free(second);
    return 0;
}
