/* What `function-duplicator` calls: picks the first or the second body of a function.
 *
 * GMC_PICK says which: 0, 1, or a number to draw from at random, the same every time.
 */
#include <stdlib.h>

int gmc_pick_body(void)
{
  static int known;
  static unsigned long state;
  if (!known) {
    const char *text = getenv("GMC_PICK");
    state = text && *text ? strtoul(text, 0, 10) : 0;
    known = 1;
  }
  if (state <= 1)
    return (int)state;
  /* xorshift64: threads may draw the same number, which does no harm. */
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  state |= 2;
  return (int)(state >> 33 & 1);
}
