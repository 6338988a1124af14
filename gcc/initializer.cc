// The initial contents of a variable: bytes, and the addresses that the linker fills in.
//
// GCC's varasm.c writes the same as assembler directives.

#include "exporter.h"

namespace {

// An address as base plus offset; the linker places the base. Without a base, a plain number.
struct Address {
  tree base;       // VAR_DECL, FUNCTION_DECL, CONST_DECL, STRING_CST or LABEL_DECL
  tree subtracted; // a second LABEL_DECL
  int64_t addend;
};

class InitializerWriter {
public:
  InitializerWriter(Exporter &exporter, uint64_t size) : exporter_(exporter), size_(size) {}

  void write(tree value, tree type, uint64_t offset);
  unit::Initializer take();

private:
  void write_constructor(tree value, tree type, uint64_t offset);
  void write_field(tree field, tree value, uint64_t record_offset, bool reverse);
  void write_bits(tree value, uint64_t first_bit, uint64_t bits, bool reverse);
  void write_address(tree value, tree type, uint64_t offset);
  void put_bytes(uint64_t offset, const unsigned char *bytes, uint64_t count);
  unit::RelocationTarget reloc_target(const Address &address);

  Exporter &exporter_;
  uint64_t size_;
  std::string bytes_;
  std::vector<unit::Relocation> relocations_;
  bool reverse_ = false;
};

bool decode_address(tree value, Address &out);

bool decode_lvalue(tree lvalue, Address &out) {
  poly_int64 offset = 0;
  tree base = get_addr_base_and_unit_offset(lvalue, &offset);
  HOST_WIDE_INT bytes;
  if (!base || !offset.is_constant(&bytes))
    return false;
  if (TREE_CODE(base) == MEM_REF) {
    if (!decode_address(TREE_OPERAND(base, 0), out))
      return false;
    out.addend += bytes + mem_offset(base);
    return true;
  }
  if (TREE_CODE(base) == COMPOUND_LITERAL_EXPR)
    base = COMPOUND_LITERAL_EXPR_DECL(base);
  if (TREE_CODE(base) != STRING_CST && TREE_CODE(base) != LABEL_DECL && !lives_in_unit(base))
    return false;
  out = {base, NULL_TREE, bytes};
  return true;
}

bool decode_sum(tree value, Address &out) {
  Address left, right;
  if (!decode_address(TREE_OPERAND(value, 0), left) || !decode_address(TREE_OPERAND(value, 1), right))
    return false;
  if (TREE_CODE(value) != PLUS_EXPR && TREE_CODE(value) != POINTER_PLUS_EXPR) {
    if (right.subtracted)
      return false;
    if (!right.base) {
      out = {left.base, left.subtracted, left.addend - right.addend};
      return true;
    }
    if (!left.base || left.subtracted)
      return false;
    tree second = left.base == right.base ? NULL_TREE : right.base;
    if (second && (TREE_CODE(left.base) != LABEL_DECL || TREE_CODE(second) != LABEL_DECL))
      return false;
    out = {second ? left.base : NULL_TREE, second, left.addend - right.addend};
    return true;
  }
  if (left.base && right.base)
    return false;
  const Address &based = left.base ? left : right;
  out = {based.base, based.subtracted, left.addend + right.addend};
  return true;
}

bool decode_address(tree value, Address &out) {
  switch (TREE_CODE(value)) {
  CASE_CONVERT:
  case NON_LVALUE_EXPR:
  case VIEW_CONVERT_EXPR:
    return decode_address(TREE_OPERAND(value, 0), out);
  case INTEGER_CST:
    out = {NULL_TREE, NULL_TREE, static_cast<int64_t>(wi::to_wide(value).slow())};
    return true;
  case ADDR_EXPR:
    return decode_lvalue(TREE_OPERAND(value, 0), out);
  case POINTER_PLUS_EXPR:
  case PLUS_EXPR:
  case MINUS_EXPR:
  case POINTER_DIFF_EXPR:
    return decode_sum(value, out);
  default:
    return false;
  }
}

void InitializerWriter::put_bytes(uint64_t offset, const unsigned char *bytes, uint64_t count) {
  if (offset >= size_)
    return;
  count = std::min(count, size_ - offset);
  if (bytes_.size() < offset + count)
    bytes_.resize(offset + count, '\0');
  memcpy(&bytes_[offset], bytes, count);
}

unit::RelocationTarget InitializerWriter::reloc_target(const Address &address) {
  using namespace unit::relocation_target;
  if (TREE_CODE(address.base) == STRING_CST)
    return Literal(exporter_.literal(address.base));
  if (TREE_CODE(address.base) == LABEL_DECL) {
    const unit::SymbolId function = exporter_.symbol(DECL_CONTEXT(address.base));
    const unit::LabelId first = exporter_.label(address.base).label;
    if (address.subtracted)
      return LabelDifference(function, first, exporter_.label(address.subtracted).label);
    return Label(function, first);
  }
  return Symbol(exporter_.symbol(address.base));
}

void InitializerWriter::write_address(tree value, tree type, uint64_t offset) {
  const uint64_t size = tree_to_uhwi(TYPE_SIZE_UNIT(type));
  Address address;
  if (!decode_address(value, address)) {
    const unit::StrId text = exporter_.string(print_generic_expr_to_str(value));
    relocations_.push_back(
      unit::Relocation(offset, size, unit::relocation_target::Other(text), 0));
    return;
  }
  if (address.base) {
    relocations_.push_back(unit::Relocation(offset, size, reloc_target(address), address.addend));
    return;
  }
  write(build_int_cst(type, address.addend), type, offset);
}

// Bit-fields are counted from the least significant bit of little-endian memory, from the most significant one of
// big-endian memory.
void InitializerWriter::write_bits(tree value, uint64_t first_bit, uint64_t bits, bool reverse) {
  const bool big = BYTES_BIG_ENDIAN != reverse;
  const wide_int number = wi::to_wide(value);
  for (uint64_t i = 0; i < bits; i++) {
    const uint64_t at = first_bit + i;
    const uint64_t source = big ? bits - 1 - i : i;
    if (at / 8 >= size_)
      return;
    if (bytes_.size() <= at / 8)
      bytes_.resize(at / 8 + 1, '\0');
    const unsigned mask = 1u << (big ? 7 - at % 8 : at % 8);
    const bool set = source < number.get_precision() ? wi::extract_uhwi(number, source, 1) != 0
                                                     : wi::neg_p(number, TYPE_SIGN(TREE_TYPE(value)));
    if (set)
      bytes_[at / 8] |= mask;
    else
      bytes_[at / 8] &= ~mask;
  }
}

void InitializerWriter::write_field(tree field, tree value, uint64_t record_offset, bool reverse) {
  const uint64_t bit = int_bit_position(field);
  if (DECL_BIT_FIELD(field)) {
    STRIP_NOPS(value);
    if (TREE_CODE(value) == INTEGER_CST)
      write_bits(value, record_offset * 8 + bit, tree_to_uhwi(DECL_SIZE(field)), reverse);
    return;
  }
  // A flexible array member takes its size from the value.
  tree type = TREE_TYPE(field);
  if (!TYPE_SIZE_UNIT(type) || integer_zerop(TYPE_SIZE_UNIT(type)))
    type = TREE_TYPE(value);
  write(value, type, record_offset + bit / 8);
}

void InitializerWriter::write_constructor(tree value, tree type, uint64_t offset) {
  const bool outer_reverse = reverse_;
  if (AGGREGATE_TYPE_P(type))
    reverse_ = TYPE_REVERSE_STORAGE_ORDER(type);

  unsigned i;
  tree index, element;
  if (RECORD_OR_UNION_TYPE_P(type)) {
    tree next = TYPE_FIELDS(type);
    FOR_EACH_CONSTRUCTOR_ELT(CONSTRUCTOR_ELTS(value), i, index, element) {
      while (!index && next && TREE_CODE(next) != FIELD_DECL)
        next = DECL_CHAIN(next);
      tree field = index ? index : next;
      if (!field)
        break;
      next = DECL_CHAIN(field);
      write_field(field, element, offset, reverse_);
    }
  } else {
    tree item = TREE_TYPE(type);
    const uint64_t stride = tree_to_uhwi(TYPE_SIZE_UNIT(item));
    int64_t low = 0;
    if (TREE_CODE(type) == ARRAY_TYPE && TYPE_DOMAIN(type) && TYPE_MIN_VALUE(TYPE_DOMAIN(type))
        && TREE_CODE(TYPE_MIN_VALUE(TYPE_DOMAIN(type))) == INTEGER_CST)
      low = wi::to_wide(TYPE_MIN_VALUE(TYPE_DOMAIN(type))).to_shwi();
    int64_t at = 0;
    FOR_EACH_CONSTRUCTOR_ELT(CONSTRUCTOR_ELTS(value), i, index, element) {
      int64_t last = at;
      if (index && TREE_CODE(index) == RANGE_EXPR) {
        at = wi::to_wide(TREE_OPERAND(index, 0)).to_shwi() - low;
        last = wi::to_wide(TREE_OPERAND(index, 1)).to_shwi() - low;
      } else if (index && TREE_CODE(index) == INTEGER_CST) {
        at = last = wi::to_wide(index).to_shwi() - low;
      }
      for (; at <= last; at++)
        write(element, VECTOR_TYPE_P(TREE_TYPE(element)) ? TREE_TYPE(element) : item,
              offset + at * stride);
    }
  }
  reverse_ = outer_reverse;
}

void InitializerWriter::write(tree value, tree type, uint64_t offset) {
  // A conversion between types of one representation.
  while ((CONVERT_EXPR_P(value) || TREE_CODE(value) == NON_LVALUE_EXPR
          || TREE_CODE(value) == VIEW_CONVERT_EXPR)
         && TYPE_SIZE_UNIT(TREE_TYPE(value)) && TYPE_SIZE_UNIT(TREE_TYPE(TREE_OPERAND(value, 0)))
         && operand_equal_p(TYPE_SIZE_UNIT(TREE_TYPE(value)),
                            TYPE_SIZE_UNIT(TREE_TYPE(TREE_OPERAND(value, 0))), 0))
    value = TREE_OPERAND(value, 0);
  if (TREE_CODE(value) == COMPOUND_LITERAL_EXPR)
    value = DECL_INITIAL(COMPOUND_LITERAL_EXPR_DECL(value));
  if (!value || value == error_mark_node)
    return;

  switch (TREE_CODE(value)) {
  case CONSTRUCTOR:
    write_constructor(value, TREE_TYPE(value), offset);
    return;
  case STRING_CST: {
    const uint64_t room = TYPE_SIZE_UNIT(type) && tree_fits_uhwi_p(TYPE_SIZE_UNIT(type))
                            ? tree_to_uhwi(TYPE_SIZE_UNIT(type))
                            : TREE_STRING_LENGTH(value);
    put_bytes(offset, reinterpret_cast<const unsigned char *>(TREE_STRING_POINTER(value)),
              std::min<uint64_t>(room, TREE_STRING_LENGTH(value)));
    return;
  }
  case INTEGER_CST:
  case REAL_CST:
  case FIXED_CST:
  case COMPLEX_CST:
  case VECTOR_CST: {
    std::vector<unsigned char> bytes(tree_to_uhwi(TYPE_SIZE_UNIT(TREE_TYPE(value))));
    const int count = native_encode_expr(value, bytes.data(), bytes.size());
    if (count == 0)
      break;
    bytes.resize(count);
    if (reverse_)
      std::reverse(bytes.begin(), bytes.end());
    put_bytes(offset, bytes.data(), bytes.size());
    return;
  }
  default:
    break;
  }
  write_address(value, type, offset);
}

unit::Initializer InitializerWriter::take() {
  std::stable_sort(
    relocations_.begin(), relocations_.end(),
    [](const unit::Relocation &a, const unit::Relocation &b) { return a.offset < b.offset; });
  const size_t last = bytes_.find_last_not_of('\0');
  bytes_.resize(last == std::string::npos ? 0 : last + 1);
  return unit::Initializer(unit::Bytes{std::move(bytes_)}, std::move(relocations_));
}

} // namespace

unit::Initializer export_initializer(Exporter &exporter, tree initial, tree type, uint64_t size) {
  InitializerWriter writer(exporter, size);
  if (initial && initial != error_mark_node)
    writer.write(initial, type, 0);
  return writer.take();
}
