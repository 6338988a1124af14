// Closures, regular expressions, big numbers, classes, exceptions.
console.log([1, 2, 3].map((v) => v * v).join(","), JSON.stringify({ a: [1, { b: 2 }] }));
console.log(/a(b+)c/.exec("xabbbc")[1], 2n ** 100n);
class Box {
  #inside = 1;
  get inside() {
    return this.#inside;
  }
}
console.log(new Box().inside);
try {
  null.x;
} catch (e) {
  console.log(e.message);
}
