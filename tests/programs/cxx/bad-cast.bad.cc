// A cast of a reference to a class that the object is not of throws std::bad_cast.
//@ violation: uncaught-exception
//@ note: bad_cast
struct Animal {
  virtual ~Animal() {}
};
struct Cat : Animal {};
struct Dog : Animal {};

int main() {
  Dog dog;
  Animal &animal = dog;
  dynamic_cast<Cat &>(animal);
}
