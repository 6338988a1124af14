// The front ends' sanitizer checks, turned back into the operations that they check.
//
// `a / b`, `a << b` and lengths of arrays survive folding if a sanitizer checks them, because a check has side effects.
// gmc turns these sanitizers on while GCC parses. A check is `if (condition) handler (&data, a, b);`, where the handler
// is a builtin of the sanitizer's library.
#ifndef GMC_CHECKS_H
#define GMC_CHECKS_H

#include "marks.h"

// The sanitizers that gmc turned on; the user's own are not among them, and their checks stay.
inline unsigned our_sanitizers;

// What a check is about.
enum class Check { NONE, DIVISION, SHIFT, LENGTH };

inline Check check_of(tree callee) {
  if (!callee || !fndecl_built_in_p(callee, BUILT_IN_NORMAL))
    return Check::NONE;
  switch (DECL_FUNCTION_CODE(callee)) {
  case BUILT_IN_UBSAN_HANDLE_DIVREM_OVERFLOW:
  case BUILT_IN_UBSAN_HANDLE_DIVREM_OVERFLOW_ABORT:
    return (our_sanitizers & (SANITIZE_DIVIDE | SANITIZE_SI_OVERFLOW)) ? Check::DIVISION : Check::NONE;
  case BUILT_IN_UBSAN_HANDLE_SHIFT_OUT_OF_BOUNDS:
  case BUILT_IN_UBSAN_HANDLE_SHIFT_OUT_OF_BOUNDS_ABORT:
    return (our_sanitizers & SANITIZE_SHIFT_EXPONENT) ? Check::SHIFT : Check::NONE;
  case BUILT_IN_UBSAN_HANDLE_VLA_BOUND_NOT_POSITIVE:
  case BUILT_IN_UBSAN_HANDLE_VLA_BOUND_NOT_POSITIVE_ABORT:
    return (our_sanitizers & SANITIZE_VLA) ? Check::LENGTH : Check::NONE;
  default:
    return Check::NONE;
  }
}

// The call of a handler in a check; none if this is no check of ours.
inline tree handler_call(tree t) {
  if (TREE_CODE(t) != COND_EXPR || !VOID_TYPE_P(TREE_TYPE(t)))
    return TREE_CODE(t) == CALL_EXPR && check_of(get_callee_fndecl(t)) != Check::NONE ? t : NULL_TREE;
  for (int arm = 1; arm <= 2; arm++)
    if (tree operand = TREE_OPERAND(t, arm))
      if (tree found = handler_call(operand))
        return found;
  return NULL_TREE;
}

// The operand behind a handler's argument, which is its bits or its address.
inline tree decoded(tree argument) {
  if (CONVERT_EXPR_P(argument))
    argument = TREE_OPERAND(argument, 0);
  if (TREE_CODE(argument) == ADDR_EXPR && TREE_CODE(TREE_OPERAND(argument, 0)) == TARGET_EXPR)
    return TARGET_EXPR_INITIAL(TREE_OPERAND(argument, 0));
  return argument;
}

// The type of an operand. Its descriptor in the check's data is twice the logarithm of the width, plus one if signed.
inline tree described_type(tree call, unsigned which) {
  tree data = CALL_EXPR_ARG(call, 0);
  STRIP_NOPS(data);
  if (TREE_CODE(data) != ADDR_EXPR || !VAR_P(TREE_OPERAND(data, 0)) || !DECL_INITIAL(TREE_OPERAND(data, 0)))
    return NULL_TREE;
  unsigned i;
  tree value;
  FOR_EACH_CONSTRUCTOR_VALUE(CONSTRUCTOR_ELTS(DECL_INITIAL(TREE_OPERAND(data, 0))), i, value) {
    STRIP_NOPS(value);
    if (TREE_CODE(value) != ADDR_EXPR || !VAR_P(TREE_OPERAND(value, 0)) || which-- != 0)
      continue;
    tree descriptor = DECL_INITIAL(TREE_OPERAND(value, 0));
    if (!descriptor || TREE_CODE(descriptor) != CONSTRUCTOR || CONSTRUCTOR_NELTS(descriptor) < 2)
      return NULL_TREE;
    const unsigned info = TREE_INT_CST_LOW(CONSTRUCTOR_ELT(descriptor, 1)->value);
    return build_nonstandard_integer_type(1u << (info >> 1), (info & 1) == 0);
  }
  return NULL_TREE;
}

// The operand `which` (0 or 1) that a check is about.
inline tree checked_operand(tree call, unsigned which) {
  tree operand = decoded(CALL_EXPR_ARG(call, which + 1));
  const bool shift = check_of(get_callee_fndecl(call)) == Check::SHIFT;
  tree type = described_type(call, shift ? which : 0);
  // GCC merges the conversion of a pointer to an integer with that of the integer to the argument.
  const bool converted = TREE_CODE(operand) != INTEGER_CST && !POINTER_TYPE_P(TREE_TYPE(operand));
  if (!type || (converted && TYPE_PRECISION(TREE_TYPE(operand)) == TYPE_PRECISION(type)))
    return operand;
  operand = fold_convert(type, operand);
  return TREE_OVERFLOW_P(operand) ? drop_tree_overflow(operand) : operand;
}

// Whether an expression is the operation that a check is about.
inline bool is_checked_operation(tree t, tree call) {
  STRIP_NOPS(t);
  if (!BINARY_CLASS_P(t))
    return false;
  for (int i = 0; i < 2; i++) {
    tree checked = decoded(CALL_EXPR_ARG(call, i + 1));
    tree operand = TREE_OPERAND(t, i);
    const bool same_number = TREE_CODE(operand) == INTEGER_CST
                             && tree_int_cst_equal(fold_convert(TREE_TYPE(checked), operand), checked);
    const bool same_address = POINTER_TYPE_P(TREE_TYPE(checked)) && CONVERT_EXPR_P(operand)
                              && TREE_OPERAND(operand, 0) == checked;
    if (operand != checked && !same_number && !same_address)
      return false;
  }
  switch (TREE_CODE(t)) {
  case TRUNC_DIV_EXPR:
  case TRUNC_MOD_EXPR:
    return check_of(get_callee_fndecl(call)) == Check::DIVISION;
  case LSHIFT_EXPR:
  case RSHIFT_EXPR:
    return check_of(get_callee_fndecl(call)) == Check::SHIFT;
  default:
    return false;
  }
}

// The operation that is checked, as one whose result is not used.
inline tree unchecked(tree call) {
  tree first = checked_operand(call, 0);
  if (check_of(get_callee_fndecl(call)) == Check::LENGTH)
    return marked_as(Mark::LENGTH, first, EXPR_LOCATION(call));
  tree second = checked_operand(call, 1);
  const tree_code code = check_of(get_callee_fndecl(call)) == Check::SHIFT ? LSHIFT_EXPR : TRUNC_DIV_EXPR;
  tree type = TREE_TYPE(TREE_CODE(first) == INTEGER_CST && code == TRUNC_DIV_EXPR ? second : first);
  if (TREE_CODE(first) == INTEGER_CST)
    first = marked(code == TRUNC_DIV_EXPR ? fold_convert(type, first) : first, EXPR_LOCATION(call));
  tree operation = build2_loc(EXPR_LOCATION(call), code, type, first, second);
  return marked(operation, EXPR_LOCATION(call));
}

#endif
