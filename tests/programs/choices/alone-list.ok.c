// A list is walked to its end.
struct node {
  struct node *next;
};
int main(void) {
  struct node a, b = {&a};
  a.next = 0;
  for (struct node *at = &b; at; at = at->next)
    ;
  return 0;
}
