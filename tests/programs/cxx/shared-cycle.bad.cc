// Two objects that own each other are never freed.
//@ check
//@ violation: memory-leak
#include <memory>

struct Node {
  std::shared_ptr<Node> next;
  std::shared_ptr<Node> previous;
};

int main() {
  auto first = std::make_shared<Node>();
  first->next = std::make_shared<Node>();
  first->next->previous = first;
  return 0;
}
