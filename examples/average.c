/* The middle of two numbers, as textbooks computed it for decades: the sum may overflow. */
#include <limits.h>

int middle(int low, int high) { return (low + high) / 2; }

int main(void) { return middle(1, INT_MAX) == 0; }
