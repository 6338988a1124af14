// A list that is walked in a circle while its values grow.
struct node {
  struct node *next;
  unsigned long value;
};
int main(void) {
  struct node a = {0, 1}, b = {&a, 2};
  a.next = &b;
  for (struct node *at = &a;; at = at->next)
    at->value += at->next->value;
}
