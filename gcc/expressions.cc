// Expressions: places, constants and operations.

#include "body.h"

std::optional<unit::ExprId> Body::optional_expr(tree t) {
  if (!t)
    return {};
  return expr(t);
}

static std::optional<unit::UnaryOp> unary_op(tree_code code) {
  using unit::UnaryOp;
  switch (code) {
  CASE_CONVERT: return UnaryOp::Convert;
  case FLOAT_EXPR: return UnaryOp::Float_;
  case FIX_TRUNC_EXPR: return UnaryOp::FixTrunc;
  case NEGATE_EXPR: return UnaryOp::Negate;
  case BIT_NOT_EXPR: return UnaryOp::BitNot;
  case TRUTH_NOT_EXPR: return UnaryOp::Not;
  case ABS_EXPR: return UnaryOp::Abs;
  case ABSU_EXPR: return UnaryOp::AbsUnsigned;
  case CONJ_EXPR: return UnaryOp::Conjugate;
  case PAREN_EXPR: return UnaryOp::Paren;
  case VEC_DUPLICATE_EXPR: return UnaryOp::Duplicate;
  case ADDR_SPACE_CONVERT_EXPR: return UnaryOp::AddressSpace;
  case FIXED_CONVERT_EXPR: return UnaryOp::FixedConvert;
  case VEC_UNPACK_LO_EXPR: return UnaryOp::UnpackLow;
  case VEC_UNPACK_HI_EXPR: return UnaryOp::UnpackHigh;
  case VEC_UNPACK_FLOAT_LO_EXPR: return UnaryOp::UnpackFloatLow;
  case VEC_UNPACK_FLOAT_HI_EXPR: return UnaryOp::UnpackFloatHigh;
  default: return {};
  }
}

std::optional<unit::BinaryOp> binary_op(tree_code code) {
  using unit::BinaryOp;
  switch (code) {
  case PLUS_EXPR: return BinaryOp::Plus;
  case MINUS_EXPR: return BinaryOp::Minus;
  case MULT_EXPR: return BinaryOp::Mult;
  case POINTER_PLUS_EXPR: return BinaryOp::PointerPlus;
  case POINTER_DIFF_EXPR: return BinaryOp::PointerDiff;
  case TRUNC_DIV_EXPR: return BinaryOp::TruncDiv;
  case CEIL_DIV_EXPR: return BinaryOp::CeilDiv;
  case FLOOR_DIV_EXPR: return BinaryOp::FloorDiv;
  case ROUND_DIV_EXPR: return BinaryOp::RoundDiv;
  case EXACT_DIV_EXPR: return BinaryOp::ExactDiv;
  case TRUNC_MOD_EXPR: return BinaryOp::TruncMod;
  case CEIL_MOD_EXPR: return BinaryOp::CeilMod;
  case FLOOR_MOD_EXPR: return BinaryOp::FloorMod;
  case ROUND_MOD_EXPR: return BinaryOp::RoundMod;
  case RDIV_EXPR: return BinaryOp::RealDiv;
  case LSHIFT_EXPR: return BinaryOp::ShiftLeft;
  case RSHIFT_EXPR: return BinaryOp::ShiftRight;
  case LROTATE_EXPR: return BinaryOp::RotateLeft;
  case RROTATE_EXPR: return BinaryOp::RotateRight;
  case BIT_IOR_EXPR: return BinaryOp::BitOr;
  case BIT_XOR_EXPR: return BinaryOp::BitXor;
  case BIT_AND_EXPR: return BinaryOp::BitAnd;
  case TRUTH_AND_EXPR: return BinaryOp::And;
  case TRUTH_OR_EXPR: return BinaryOp::Or;
  case TRUTH_XOR_EXPR: return BinaryOp::Xor;
  case MIN_EXPR: return BinaryOp::Min;
  case MAX_EXPR: return BinaryOp::Max;
  case LT_EXPR: return BinaryOp::Less;
  case LE_EXPR: return BinaryOp::LessEqual;
  case GT_EXPR: return BinaryOp::Greater;
  case GE_EXPR: return BinaryOp::GreaterEqual;
  case EQ_EXPR: return BinaryOp::Equal;
  case NE_EXPR: return BinaryOp::NotEqual;
  case UNORDERED_EXPR: return BinaryOp::Unordered;
  case ORDERED_EXPR: return BinaryOp::Ordered;
  case UNLT_EXPR: return BinaryOp::UnorderedLess;
  case UNLE_EXPR: return BinaryOp::UnorderedLessEqual;
  case UNGT_EXPR: return BinaryOp::UnorderedGreater;
  case UNGE_EXPR: return BinaryOp::UnorderedGreaterEqual;
  case UNEQ_EXPR: return BinaryOp::UnorderedEqual;
  case LTGT_EXPR: return BinaryOp::LessGreater;
  case COMPLEX_EXPR: return BinaryOp::Complex;
  case MULT_HIGHPART_EXPR: return BinaryOp::MultHighpart;
  case WIDEN_MULT_EXPR: return BinaryOp::WidenMult;
  case VEC_PACK_TRUNC_EXPR: return BinaryOp::PackTrunc;
  default: return {};
  }
}

static std::optional<unit::TernaryOp> ternary_op(tree_code code) {
  using unit::TernaryOp;
  switch (code) {
  case COND_EXPR: return TernaryOp::Cond;
  case VEC_COND_EXPR: return TernaryOp::VectorCond;
  case VEC_PERM_EXPR: return TernaryOp::Permute;
  case BIT_INSERT_EXPR: return TernaryOp::BitInsert;
  case DOT_PROD_EXPR: return TernaryOp::Dot;
  case WIDEN_MULT_PLUS_EXPR: return TernaryOp::WidenMultPlus;
  case WIDEN_MULT_MINUS_EXPR: return TernaryOp::WidenMultMinus;
  default: return {};
  }
}

unit::ExprId Body::operation(tree_code code, tree type, const std::vector<tree> &operands) {
  using namespace unit::expr;
  const unit::TypeId ty = exporter_.type(type);
  if (operands.size() == 1)
    if (auto op = unary_op(code))
      return add(Unary(ty, *op, expr(operands[0])));
  if (operands.size() == 2)
    if (auto op = binary_op(code)) {
      const unit::ExprId left = expr(operands[0]), right = expr(operands[1]);
      return add(Binary(ty, *op, left, right));
    }
  if (operands.size() == 3)
    if (auto op = ternary_op(code)) {
      const unit::ExprId first = expr(operands[0]), second = expr(operands[1]), third = expr(operands[2]);
      return add(Ternary(ty, *op, first, second, third));
    }
  std::vector<unit::ExprId> ids;
  for (tree operand : operands)
    if (operand)
      ids.push_back(expr(operand));
  return add(Other(ty, exporter_.string(get_tree_code_name(code)), std::move(ids)));
}

// The bytes of a constant as they stand in the target's memory.
static unit::Bytes native_bytes(tree constant) {
  std::string bytes(tree_to_uhwi(TYPE_SIZE_UNIT(TREE_TYPE(constant))), '\0');
  native_encode_expr(constant, reinterpret_cast<unsigned char *>(&bytes[0]), bytes.size());
  return unit::Bytes{std::move(bytes)};
}

unit::ExprId Body::constant(tree t) {
  using namespace unit::expr;
  const unit::TypeId ty = exporter_.type(TREE_TYPE(t));
  switch (TREE_CODE(t)) {
  case INTEGER_CST: {
    if (TYPE_PRECISION(TREE_TYPE(t)) <= 128)
      return add(Integer(ty, int_value(t), TREE_OVERFLOW(t)));
    std::vector<uint64_t> words;
    const wide_int value = wi::to_wide(t);
    for (unsigned i = 0; i * 64 < value.get_precision(); i++)
      words.push_back(value.elt(i));
    return add(Wide(ty, std::move(words)));
  }
  case REAL_CST:
    return add(Real(ty, native_bytes(t)));
  case FIXED_CST:
    return add(Fixed(ty, native_bytes(t)));
  case COMPLEX_CST: {
    const unit::ExprId real = constant(TREE_REALPART(t)), imag = constant(TREE_IMAGPART(t));
    return add(Complex(ty, real, imag));
  }
  default: { // VECTOR_CST
    std::vector<unit::ExprId> lanes;
    unsigned HOST_WIDE_INT count;
    if (VECTOR_CST_NELTS(t).is_constant(&count))
      for (unsigned i = 0; i < count; i++)
        lanes.push_back(expr(VECTOR_CST_ELT(t, i)));
    return add(Vector(ty, std::move(lanes)));
  }
  }
}

// GCC counts run-time offsets in units of an alignment.
unit::ExprId Body::scaled(tree value, uint64_t factor) {
  using namespace unit::expr;
  const unit::ExprId id = expr(value);
  if (factor == 1)
    return id;
  const unit::TypeId ty = exporter_.type(TREE_TYPE(value));
  return add(Binary(ty, unit::BinaryOp::Mult, id, add(Integer(ty, factor, false))));
}

unit::ExprId Body::component(tree t) {
  using namespace unit::expr;
  tree field = TREE_OPERAND(t, 1);
  const unit::TypeId ty = exporter_.type(TREE_TYPE(t));
  const unit::ExprId base = expr(TREE_OPERAND(t, 0));
  std::optional<unit::ExprId> offset;
  if (tree counted = TREE_OPERAND(t, 2)) {
    offset = scaled(counted, DECL_OFFSET_ALIGN(field) / BITS_PER_UNIT);
    const uint64_t rest = tree_to_uhwi(DECL_FIELD_BIT_OFFSET(field)) / BITS_PER_UNIT;
    const unit::TypeId size = exporter_.type(sizetype);
    if (rest != 0)
      offset = add(Binary(size, unit::BinaryOp::Plus, *offset, add(Integer(size, rest, false))));
  }
  const auto index = exporter_.field_index(field);
  if (!index)
    return add(Other(ty, exporter_.string("component_ref"), {base}));
  return add(Field(ty, base, exporter_.type(DECL_FIELD_CONTEXT(field)), *index, offset));
}

unit::ExprId Body::element(tree t) {
  using namespace unit::expr;
  const unit::TypeId ty = exporter_.type(TREE_TYPE(t));
  const unit::ExprId base = expr(TREE_OPERAND(t, 0)), index = expr(TREE_OPERAND(t, 1));
  const std::optional<unit::ExprId> low = optional_expr(TREE_OPERAND(t, 2));
  std::optional<unit::ExprId> stride;
  if (tree counted = TREE_OPERAND(t, 3))
    stride = scaled(counted, TYPE_ALIGN_UNIT(TREE_TYPE(TREE_TYPE(TREE_OPERAND(t, 0)))));
  if (TREE_CODE(t) == ARRAY_RANGE_REF)
    return add(Range(ty, base, index, low, stride));
  return add(Index(ty, base, index, low, stride));
}

unit::ExprId Body::constructor(tree t) {
  using namespace unit::expr;
  namespace key = unit::element_key;
  std::vector<unit::Element> elements;
  unsigned i;
  tree index, value;
  FOR_EACH_CONSTRUCTOR_ELT(CONSTRUCTOR_ELTS(t), i, index, value) {
    unit::ElementKey which = key::Next{};
    if (index && TREE_CODE(index) == FIELD_DECL)
      which = key::Field(exporter_.field_index(index).value_or(unit::FieldIndex{0}));
    else if (index && TREE_CODE(index) == RANGE_EXPR)
      which = key::Range(wi::to_wide(TREE_OPERAND(index, 0)).to_uhwi(),
                         wi::to_wide(TREE_OPERAND(index, 1)).to_uhwi());
    else if (index)
      which = key::Index(wi::to_wide(index).to_uhwi());
    elements.push_back(unit::Element(which, expr(value)));
  }
  return add(Constructor(exporter_.type(TREE_TYPE(t)), std::move(elements)));
}

unit::ExprId Body::expr(tree t) {
  const unit::ExprId id = new_expr(t);
  if (trees_) {
    if (trees_->exprs.size() <= id.value)
      trees_->exprs.resize(id.value + 1, NULL_TREE);
    if (!trees_->exprs[id.value])
      trees_->exprs[id.value] = t;
  }
  return id;
}

unit::ExprId Body::new_expr(tree t) {
  using namespace unit::expr;
  const auto type = [&] { return exporter_.type(TREE_TYPE(t)); };
  const auto operand = [&](int i) { return expr(TREE_OPERAND(t, i)); };

  switch (TREE_CODE(t)) {
  case SSA_NAME: {
    auto value = marked_values_.find(t);
    return value == marked_values_.end() ? add(Local(local(t))) : expr(value->second);
  }
  case PARM_DECL:
  case RESULT_DECL:
    return add(Local(local(t)));
  case VAR_DECL:
    if (!lives_in_unit(t))
      return add(Local(local(t)));
    return add(Symbol(exporter_.symbol(t)));
  case FUNCTION_DECL:
  case CONST_DECL:
    return add(Symbol(exporter_.symbol(t)));
  case LABEL_DECL:
    return add(Label(label(t)));
  case STRING_CST:
    return add(Literal(exporter_.literal(t)));
  case INTEGER_CST:
  case REAL_CST:
  case FIXED_CST:
  case COMPLEX_CST:
  case VECTOR_CST:
    return constant(t);
  case COMPONENT_REF:
    return component(t);
  case ARRAY_REF:
  case ARRAY_RANGE_REF:
    return element(t);
  case MEM_REF:
    return add(Memory(type(), operand(0), mem_offset(t), REF_REVERSE_STORAGE_ORDER(t)));
  case INDIRECT_REF:
    return add(Memory(type(), operand(0), 0, false));
  case BIT_FIELD_REF:
    return add(Bits(type(), operand(0), tree_to_uhwi(TREE_OPERAND(t, 1)),
                    tree_to_uhwi(TREE_OPERAND(t, 2)), REF_REVERSE_STORAGE_ORDER(t)));
  case REALPART_EXPR:
    return add(RealPart(type(), operand(0)));
  case IMAGPART_EXPR:
    return add(ImagPart(type(), operand(0)));
  case VIEW_CONVERT_EXPR:
    return add(View(type(), operand(0), REF_REVERSE_STORAGE_ORDER(t)));
  case ADDR_EXPR:
    return add(AddressOf(type(), operand(0)));
  case OBJ_TYPE_REF: {
    const unit::ExprId function = operand(0), object = operand(1);
    return add(Virtual(type(), function, object, wi::to_wide(TREE_OPERAND(t, 2)).to_uhwi()));
  }
  case WITH_SIZE_EXPR: {
    const unit::ExprId value = operand(0), size = operand(1);
    return add(WithSize(value, size));
  }
  case CONSTRUCTOR:
    return constructor(t);
  default:
    break;
  }
  std::vector<tree> operands;
  if (EXPR_P(t))
    for (int i = 0; i < TREE_OPERAND_LENGTH(t); i++)
      operands.push_back(TREE_OPERAND(t, i));
  return operation(TREE_CODE(t), TREE_TYPE(t), operands);
}
