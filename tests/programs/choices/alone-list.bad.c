// A list that is a circle is walked in search of its end.
//@ violation: livelock
struct node {
  struct node *next;
};
int main(void) {
  struct node a, b = {&a};
  a.next = &b;
  for (struct node *at = &a; at; at = at->next)
    ;
  return 0;
}
