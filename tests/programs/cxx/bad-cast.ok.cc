// A cast of a pointer is null then.
struct Animal {
  virtual ~Animal() {}
};
struct Cat : Animal {};
struct Dog : Animal {};

int main() {
  Dog dog;
  Animal *animal = &dog;
  return dynamic_cast<Cat *>(animal) || !dynamic_cast<Dog *>(animal);
}
