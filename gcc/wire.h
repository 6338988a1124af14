// Writing postcard: https://postcard.jamesmunns.com/wire-format
//
// The records themselves are in unit-format.h, which gmc generates from the reader's types.
#ifndef GMC_WIRE_H
#define GMC_WIRE_H

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace unit {

using Writer = std::string;
using Int128 = __int128;

struct Bytes {
  std::string value;
};

// A base-128 number, least significant group first.
template <typename T>
inline void put_varint(Writer &w, T x) {
  while (x >= 0x80) {
    w.push_back(static_cast<char>(static_cast<uint8_t>(x) | 0x80));
    x >>= 7;
  }
  w.push_back(static_cast<char>(x));
}

inline void put(Writer &w, bool x) { w.push_back(x ? 1 : 0); }
inline void put(Writer &w, uint8_t x) { w.push_back(static_cast<char>(x)); }
inline void put(Writer &w, uint32_t x) { put_varint(w, x); }
inline void put(Writer &w, uint64_t x) { put_varint(w, x); }

// Signed numbers are folded so that small ones of either sign stay short.
inline void put(Writer &w, int64_t x) {
  put_varint(w, (static_cast<uint64_t>(x) << 1) ^ static_cast<uint64_t>(x >> 63));
}

inline void put(Writer &w, Int128 x) {
  using Wide = unsigned __int128;
  put_varint(w, (static_cast<Wide>(x) << 1) ^ static_cast<Wide>(x >> 127));
}

inline void put(Writer &w, const Bytes &x) {
  put_varint(w, static_cast<uint64_t>(x.value.size()));
  w += x.value;
}

// Records write themselves; enumerations are their number.
template <typename T>
inline auto put(Writer &w, const T &x) -> decltype(x.write(w)) {
  x.write(w);
}

template <typename T>
inline std::enable_if_t<std::is_enum_v<T>> put(Writer &w, T x) {
  put_varint(w, static_cast<uint32_t>(x));
}

// A list that is encoded as it grows: the records of the longest lists would take too much memory.
template <typename T>
class Encoded {
public:
  void push_back(const T &item) {
    put(bytes_, item);
    count_++;
  }
  void push_back_encoded(const Writer &item) {
    bytes_ += item;
    count_++;
  }
  size_t size() const { return count_; }
  void write(Writer &w) const {
    put_varint(w, static_cast<uint64_t>(count_));
    w += bytes_;
  }

private:
  size_t count_ = 0;
  Writer bytes_;
};

// Declared first because they call each other.
template <typename T> void put(Writer &w, const std::optional<T> &x);
template <typename T> void put(Writer &w, const std::vector<T> &x);
template <typename... T> void put(Writer &w, const std::variant<T...> &x);

template <typename T>
inline void put(Writer &w, const std::optional<T> &x) {
  put(w, x.has_value());
  if (x)
    put(w, *x);
}

template <typename T>
inline void put(Writer &w, const std::vector<T> &x) {
  put_varint(w, static_cast<uint64_t>(x.size()));
  for (const T &item : x)
    put(w, item);
}

template <typename... T>
inline void put(Writer &w, const std::variant<T...> &x) {
  put_varint(w, static_cast<uint32_t>(x.index()));
  std::visit([&w](const auto &value) { put(w, value); }, x);
}

} // namespace unit

#endif
