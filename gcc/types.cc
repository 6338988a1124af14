// Types with their layout.

#include "exporter.h"

unit::TypeId Exporter::type(tree t) {
  return type_queue_.add(t && t != error_mark_node ? t : void_type_node);
}

unit::Size Exporter::size(tree size_unit) {
  if (!size_unit)
    return unit::size::Unknown{};
  if (tree_fits_uhwi_p(size_unit))
    return unit::size::Bytes(tree_to_uhwi(size_unit));
  return unit::size::Dynamic{};
}

static unit::TypeFlags type_flags(tree t) {
  using namespace unit::type_flags;
  unit::TypeFlags flags = 0;
  if (TYPE_READONLY(t))
    flags |= CONST;
  if (TYPE_VOLATILE(t))
    flags |= VOLATILE;
  if (TYPE_RESTRICT(t))
    flags |= RESTRICT;
  if (TYPE_ATOMIC(t))
    flags |= ATOMIC;
  if (lookup_attribute("may_alias", TYPE_ATTRIBUTES(t)))
    flags |= MAY_ALIAS;
  if (AGGREGATE_TYPE_P(t) && TYPE_REVERSE_STORAGE_ORDER(t))
    flags |= REVERSE;
  // -ftrapv makes no difference: the machine reports overflow anyway. With -fwrapv it is no error.
  if (INTEGRAL_TYPE_P(t) && !TYPE_UNSIGNED(t) && TYPE_OVERFLOW_WRAPS(t))
    flags |= WRAPS;
  if (RECORD_OR_UNION_TYPE_P(t)) {
    if (TYPE_PACKED(t))
      flags |= PACKED;
    if (TYPE_TRANSPARENT_AGGR(t))
      flags |= TRANSPARENT;
    if (TREE_ADDRESSABLE(t))
      flags |= ADDRESSABLE;
    if (TYPE_BINFO(t) && BINFO_VTABLE(TYPE_BINFO(t)))
      flags |= POLYMORPHIC;
  }
  return flags;
}

unit::Type Exporter::type_record(tree t) {
  unit::TypeFlags flags = type_flags(t);
  unit::StrId name = string("");
  if (tree named = TYPE_NAME(t)) {
    if (TREE_CODE(named) == IDENTIFIER_NODE) {
      name = identifier(named);
    } else if (DECL_NAME(named)) {
      // The name of a C++ class includes its template's arguments.
      name = string(lang_hooks.decl_printable_name(named, DECL_ARTIFICIAL(named) ? 2 : 1));
      const bool tagged = RECORD_OR_UNION_TYPE_P(t) || TREE_CODE(t) == ENUMERAL_TYPE;
      if (!tagged || DECL_ORIGINAL_TYPE(named))
        flags |= unit::type_flags::TYPEDEF;
    }
  }
  const bool sized = !FUNC_OR_METHOD_TYPE_P(t) && !VOID_TYPE_P(t);
  return unit::Type(name, type_kind(t), size(sized ? TYPE_SIZE_UNIT(t) : NULL_TREE),
                    sized ? TYPE_ALIGN_UNIT(t) : 0, flags, type(TYPE_MAIN_VARIANT(t)));
}

static unit::FloatFormat float_format(tree t) {
  using unit::FloatFormat;
  const struct real_format *format = REAL_MODE_FORMAT(TYPE_MODE(t));
  if (DECIMAL_FLOAT_MODE_P(TYPE_MODE(t)))
    switch (TYPE_PRECISION(t)) {
    case 32: return FloatFormat::Decimal32;
    case 64: return FloatFormat::Decimal64;
    default: return FloatFormat::Decimal128;
    }
  // Radix 2, by digits of the significand and the largest exponent.
  if (format->b != 2)
    return FloatFormat::Other;
  switch (format->p) {
  case 8: return FloatFormat::Brain;
  case 11: return FloatFormat::Half;
  case 24: return FloatFormat::Single;
  case 53: return FloatFormat::Double;
  case 64: return FloatFormat::X87;
  case 106: return FloatFormat::DoubleDouble;
  case 113: return FloatFormat::Quad;
  default: return FloatFormat::Other;
  }
}

static unit::Bound bound(tree value) {
  if (!value)
    return unit::bound::Unknown{};
  // Index types are unsigned, yet bounds may be negative: an empty array ends at -1.
  if (TREE_CODE(value) == INTEGER_CST)
    return unit::bound::Constant(wi::to_wide(value).to_shwi());
  return unit::bound::Dynamic{};
}

std::optional<unit::FieldIndex> Exporter::field_index(tree field) {
  auto known = field_indices_.find(field);
  if (known != field_indices_.end())
    return unit::FieldIndex{known->second};
  uint32_t index = 0;
  for (tree f = TYPE_FIELDS(DECL_FIELD_CONTEXT(field)); f; f = DECL_CHAIN(f))
    if (TREE_CODE(f) == FIELD_DECL)
      field_indices_[f] = index++;
  known = field_indices_.find(field);
  if (known == field_indices_.end())
    return {};
  return unit::FieldIndex{known->second};
}

static unit::FieldFlags field_flags(tree f) {
  using namespace unit::field_flags;
  unit::FieldFlags flags = 0;
  if (DECL_BIT_FIELD_TYPE(f))
    flags |= BIT_FIELD;
  if (DECL_ARTIFICIAL(f))
    flags |= ARTIFICIAL;
  if (DECL_PADDING_P(f))
    flags |= PADDING;
  if (TREE_THIS_VOLATILE(f))
    flags |= VOLATILE;
  if (DECL_VIRTUAL_P(f))
    flags |= VIRTUAL_TABLE;
  if (DECL_ARTIFICIAL(f) && !DECL_VIRTUAL_P(f) && RECORD_OR_UNION_TYPE_P(TREE_TYPE(f)))
    flags |= BASE;
  return flags;
}

// GCC accesses a bit-field through a representative, which ends before the next member that is no bit-field.
static std::optional<unit::MemoryLocation> memory_location(tree f) {
  tree whole = DECL_BIT_FIELD_TYPE(f) ? DECL_BIT_FIELD_REPRESENTATIVE(f) : NULL_TREE;
  if (!whole || !tree_fits_uhwi_p(DECL_FIELD_OFFSET(whole)) || !tree_fits_uhwi_p(DECL_SIZE_UNIT(whole)))
    return {};
  return unit::MemoryLocation(int_bit_position(whole) / BITS_PER_UNIT, tree_to_uhwi(DECL_SIZE_UNIT(whole)));
}

std::vector<unit::Field> Exporter::fields(tree record) {
  std::vector<unit::Field> list;
  for (tree f = TYPE_FIELDS(record); f; f = DECL_CHAIN(f)) {
    if (TREE_CODE(f) != FIELD_DECL)
      continue;
    std::optional<uint64_t> offset, bits;
    if (DECL_FIELD_OFFSET(f) && tree_fits_uhwi_p(DECL_FIELD_OFFSET(f)))
      offset = int_bit_position(f);
    if (DECL_SIZE(f) && tree_fits_uhwi_p(DECL_SIZE(f)))
      bits = tree_to_uhwi(DECL_SIZE(f));
    list.push_back(unit::Field(identifier(DECL_NAME(f)), type(TREE_TYPE(f)), offset, bits, memory_location(f),
                               field_flags(f), source_pos(DECL_SOURCE_LOCATION(f))));
  }
  return list;
}

unit::TypeKind Exporter::type_kind(tree t) {
  using namespace unit::type_kind;
  if (compat::is_bit_int(t))
    return Integer(TYPE_PRECISION(t), TYPE_UNSIGNED(t));

  switch (TREE_CODE(t)) {
  case VOID_TYPE:
    return Void{};
  case BOOLEAN_TYPE:
    return Bool(TYPE_PRECISION(t));
  case INTEGER_TYPE:
    return Integer(TYPE_PRECISION(t), TYPE_UNSIGNED(t));
  case ENUMERAL_TYPE: {
    std::vector<unit::Enumerator> values;
    for (tree v = TYPE_VALUES(t); v; v = TREE_CHAIN(v)) {
      tree value = TREE_VALUE(v);
      if (TREE_CODE(value) == CONST_DECL)
        value = DECL_INITIAL(value);
      values.push_back(unit::Enumerator(identifier(TREE_PURPOSE(v)), int_value(value)));
    }
    return Enum(TYPE_PRECISION(t), TYPE_UNSIGNED(t), std::move(values));
  }
  case REAL_TYPE:
    return Float_(float_format(t));
  case FIXED_POINT_TYPE:
    return Fixed(TYPE_PRECISION(t), TYPE_UNSIGNED(t));
  case COMPLEX_TYPE:
    return Complex(type(TREE_TYPE(t)));
  case VECTOR_TYPE: {
    unsigned HOST_WIDE_INT lanes;
    if (TYPE_VECTOR_SUBPARTS(t).is_constant(&lanes))
      return Vector(type(TREE_TYPE(t)), lanes);
    break;
  }
  case POINTER_TYPE:
  case REFERENCE_TYPE:
    return Pointer(type(TREE_TYPE(t)), TREE_CODE(t) == REFERENCE_TYPE);
  case OFFSET_TYPE:
    return MemberPointer(type(TREE_TYPE(t)), type(TYPE_OFFSET_BASETYPE(t)));
  case NULLPTR_TYPE:
    return NullPointer{};
  case ARRAY_TYPE: {
    tree domain = TYPE_DOMAIN(t);
    return Array(type(TREE_TYPE(t)), bound(domain ? TYPE_MIN_VALUE(domain) : NULL_TREE),
                 bound(domain ? TYPE_MAX_VALUE(domain) : NULL_TREE));
  }
  case RECORD_TYPE:
  case UNION_TYPE:
  case QUAL_UNION_TYPE:
    return Record(TREE_CODE(t) != RECORD_TYPE, fields(t));
  case FUNCTION_TYPE:
  case METHOD_TYPE: {
    std::vector<unit::TypeId> params;
    for (tree a = TYPE_ARG_TYPES(t); a && a != void_list_node; a = TREE_CHAIN(a))
      params.push_back(type(TREE_VALUE(a)));
    return Function(type(TREE_TYPE(t)), std::move(params), stdarg_p(t), prototype_p(t));
  }
  default:
    break;
  }
  return Other(string(get_tree_code_name(TREE_CODE(t))));
}
