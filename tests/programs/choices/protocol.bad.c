// The alternating bit protocol over a channel that may lose messages: everything arrives once and in order.
// Here the receiver does not look at the bit.
#include <assert.h>
#include <gmc.h>

#define ITEMS 3

int main(void) {
  int sending = 0, sent_bit = 0;
  int received = 0, expected_bit = 0;
  while (sending < ITEMS) {
    int message_arrives = (int)gmc_choose(2);
    if (message_arrives) {
      assert(sending == received); //~ assertion
      received++;
      expected_bit = !expected_bit;
      int answer = !expected_bit;
      int answer_arrives = (int)gmc_choose(2);
      if (answer_arrives && answer == sent_bit) {
        sending++;
        sent_bit = !sent_bit;
      }
    }
  }
  assert(received == ITEMS);
  return 0;
}
