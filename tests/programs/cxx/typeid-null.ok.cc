// The type of what a null pointer points to.
#include <typeinfo>

struct Base {
  virtual ~Base() {}
};
struct Derived : Base {};

static bool is_derived(Base *it) { return it && typeid(*it) == typeid(Derived); }

int main() {
  Derived derived;
  return is_derived(&derived) - 1 + is_derived(nullptr);
}
