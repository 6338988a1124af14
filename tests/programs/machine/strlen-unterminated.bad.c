//@ violation: out-of-bounds
#include <string.h>
int main(void)
{
    char text[3] = { 'a', 'b', 'c' };
    return strlen(text); //~ out-of-bounds
}
