// Two objects that own each other are never freed.
#include <memory>

struct Node {
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> previous;
};

int main() {
  auto first = std::make_shared<Node>();
  first->next = std::make_shared<Node>();
  first->next->previous = first;
  return 0;
}
