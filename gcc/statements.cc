// The exporter of statements.

#include "body.h"
#include "marks.h"

unit::Unwind Body::unwind(gimple *g) {
  const int number = lookup_stmt_eh_lp_fn(fn_, g);
  if (number > 0) {
    auto pad = pads_.ids.find(number);
    if (pad != pads_.ids.end())
      return unit::unwind::Pad(unit::PadId{pad->second});
  }
  if (number < 0)
    return unit::unwind::Terminate(region(-number));
  return unit::unwind::Leave{};
}

unit::Stmt Body::statement(gimple *g) {
  auto scope = scopes_.ids.find(gimple_block(g));
  const unit::ScopeId id{scope == scopes_.ids.end() ? 0 : scope->second};
  return unit::Stmt(exporter_.source_pos(gimple_location(g)), id, unwind(g), statement_kind(g));
}

// The count of a shift as it is written. Front ends convert it to `unsigned` just before, which loses its upper bits.
tree Body::shift_count(gassign *g) const {
  tree count = gimple_assign_rhs2(g);
  gimple_stmt_iterator i = gsi_for_stmt(g);
  gsi_prev_nondebug(&i);
  gassign *before = gsi_end_p(i) ? NULL : dyn_cast<gassign *>(gsi_stmt(i));
  if (!before || gimple_assign_lhs(before) != count || !CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(before)))
    return count;
  tree whole = gimple_assign_rhs1(before);
  return counts_.count(whole) != 0 ? whole : count;
}

unit::StmtKind Body::assign(gassign *g) {
  using namespace unit::stmt_kind;
  tree target = gimple_assign_lhs(g);
  tree first = gimple_assign_rhs1(g);
  if (TREE_CLOBBER_P(first)) {
    using unit::ClobberKind;
    ClobberKind kind = ClobberKind::Contents;
    if (TREE_PRIVATE(first)) // preserve.cc
      kind = ClobberKind::Declaration;
    else if (compat::ends_storage(target, first))
      kind = ClobberKind::EndOfScope;
    else if (DECL_CXX_CONSTRUCTOR_P(decl_))
      kind = ClobberKind::Construction;
    return Clobber(expr(target), kind);
  }
  std::vector<tree> operands;
  for (unsigned i = 1; i < gimple_num_ops(g); i++)
    operands.push_back(gimple_op(g, i));
  const tree_code code = gimple_assign_rhs_code(g);
  if (code == LSHIFT_EXPR || code == RSHIFT_EXPR)
    operands[1] = shift_count(g);
  const unit::ExprId value = get_gimple_rhs_class(code) == GIMPLE_SINGLE_RHS
                               ? expr(first)
                               : operation(code, TREE_TYPE(target), operands);
  return Assign(expr(target), value);
}

static unit::CallFlags call_flags(gcall *g) {
  using namespace unit::call_flags;
  unit::CallFlags flags = 0;
  const int effects = gimple_call_flags(g);
  if (effects & ECF_NORETURN)
    flags |= NORETURN;
  if (gimple_call_nothrow_p(g))
    flags |= NOTHROW;
  if (effects & ECF_RETURNS_TWICE)
    flags |= RETURNS_TWICE;
  if (gimple_call_return_slot_opt_p(g))
    flags |= RETURN_SLOT;
  if (gimple_call_va_arg_pack_p(g))
    flags |= ARGUMENT_PACK;
  if (gimple_call_by_descriptor_p(g))
    flags |= DESCRIPTOR;
  if (gimple_call_from_thunk_p(g))
    flags |= THUNK;
  if (compat::from_new_or_delete(g))
    flags |= NEW_OR_DELETE;
  if (gimple_call_alloca_for_var_p(g))
    flags |= ALLOCA_FOR_VARIABLE;
  if (gimple_call_must_tail_p(g))
    flags |= MUST_TAIL;
  if (gimple_call_tail_p(g))
    flags |= TAIL;
  if (!stmt_can_terminate_bb_p(g))
    flags |= COMES_BACK;
  return flags;
}

// Calls that get or copy the exception of a region: their arguments are numbers of regions.
static bool names_regions(gcall *g) {
  return gimple_call_builtin_p(g, BUILT_IN_EH_POINTER) || gimple_call_builtin_p(g, BUILT_IN_EH_FILTER)
         || gimple_call_builtin_p(g, BUILT_IN_EH_COPY_VALUES);
}

// The name that a mark is exported under, instead of `.LAUNDER`.
static const char *internal_name(gcall *g) {
  switch (mark_of(g)) {
  case Mark::OVERFLOW_:
    return "CONSTANT_OVERFLOW";
  case Mark::LENGTH:
    return "ARRAY_LENGTH";
  default:
    return internal_fn_name(gimple_call_internal_fn(g));
  }
}

unit::StmtKind Body::call(gcall *g) {
  using namespace unit::stmt_kind;
  if (is_value(mark_of(g))) {
    tree target = gimple_call_lhs(g), value = gimple_call_arg(g, 0);
    return Assign(expr(target), converts(g) ? operation(NOP_EXPR, TREE_TYPE(target), {value}) : expr(value));
  }
  const bool regions = names_regions(g);
  std::vector<unit::ExprId> args;
  for (unsigned i = 0; i < gimple_call_num_args(g); i++) {
    tree arg = gimple_call_arg(g, i);
    args.push_back(regions && TREE_CODE(arg) == INTEGER_CST ? region_number(arg) : expr(arg));
  }
  std::optional<unit::TypeId> type;
  if (gimple_call_fntype(g))
    type = exporter_.type(gimple_call_fntype(g));
  if (gimple_call_internal_p(g)) {
    const unit::StrId name = exporter_.string(internal_name(g));
    return Call(unit::Call(optional_expr(gimple_call_lhs(g)), unit::callee::Internal(name), type,
                           std::move(args), {}, call_flags(g)));
  }
  return Call(unit::Call(optional_expr(gimple_call_lhs(g)),
                         unit::callee::Function(expr(gimple_call_fn(g))), type, std::move(args),
                         optional_expr(gimple_call_chain(g)), call_flags(g)));
}

unit::StmtKind Body::switch_(gswitch *g) {
  using namespace unit::stmt_kind;
  std::vector<unit::Case> cases;
  for (unsigned i = 1; i < gimple_switch_num_labels(g); i++) {
    tree label = gimple_switch_label(g, i);
    tree low = CASE_LOW(label);
    tree high = CASE_HIGH(label) ? CASE_HIGH(label) : low;
    cases.push_back(unit::Case(int_value(low), int_value(high), *block_of(CASE_LABEL(label))));
  }
  return Switch(expr(gimple_switch_index(g)), *block_of(CASE_LABEL(gimple_switch_default_label(g))),
                std::move(cases));
}

static const char *string_or_empty(tree string_cst) {
  return string_cst ? TREE_STRING_POINTER(string_cst) : "";
}

unit::StmtKind Body::asm_(gasm *g) {
  using namespace unit::stmt_kind;
  const auto operand = [this](tree link) {
    tree purpose = TREE_PURPOSE(link);
    return unit::AsmOperand(exporter_.string(string_or_empty(TREE_PURPOSE(purpose))),
                            exporter_.string(string_or_empty(TREE_VALUE(purpose))),
                            expr(TREE_VALUE(link)));
  };
  std::vector<unit::AsmOperand> outputs, inputs;
  std::vector<unit::StrId> clobbers;
  std::vector<unit::BlockId> targets;
  for (unsigned i = 0; i < gimple_asm_noutputs(g); i++)
    outputs.push_back(operand(gimple_asm_output_op(g, i)));
  for (unsigned i = 0; i < gimple_asm_ninputs(g); i++)
    inputs.push_back(operand(gimple_asm_input_op(g, i)));
  for (unsigned i = 0; i < gimple_asm_nclobbers(g); i++)
    clobbers.push_back(exporter_.string(string_or_empty(TREE_VALUE(gimple_asm_clobber_op(g, i)))));
  for (unsigned i = 0; i < gimple_asm_nlabels(g); i++)
    targets.push_back(*block_of(TREE_VALUE(gimple_asm_label_op(g, i))));
  return Asm(unit::Asm(exporter_.string(gimple_asm_string(g)), gimple_asm_volatile_p(g),
                       gimple_asm_input_p(g), std::move(outputs), std::move(inputs),
                       std::move(clobbers), std::move(targets)));
}

unit::StmtKind Body::statement_kind(gimple *g) {
  using namespace unit::stmt_kind;
  switch (gimple_code(g)) {
  case GIMPLE_NOP:
    return Nop{};
  case GIMPLE_PREDICT:
    return Predict{};
  case GIMPLE_DEBUG:
    if (gimple_debug_begin_stmt_p(g))
      return Begin{};
    return Nop{};
  case GIMPLE_LABEL:
    return Label(label(gimple_label_label(as_a<glabel *>(g))));
  case GIMPLE_ASSIGN:
    return assign(as_a<gassign *>(g));
  case GIMPLE_CALL:
    return call(as_a<gcall *>(g));
  case GIMPLE_COND:
    if (auto op = binary_op(gimple_cond_code(g)))
      return Cond(*op, expr(gimple_cond_lhs(g)), expr(gimple_cond_rhs(g)));
    break;
  case GIMPLE_SWITCH:
    return switch_(as_a<gswitch *>(g));
  case GIMPLE_GOTO:
    return Goto(expr(gimple_goto_dest(g)));
  case GIMPLE_RETURN:
    return Return(optional_expr(gimple_return_retval(as_a<greturn *>(g))));
  case GIMPLE_ASM:
    return asm_(as_a<gasm *>(g));
  case GIMPLE_RESX:
    return Resume(region(gimple_resx_region(as_a<gresx *>(g))));
  case GIMPLE_EH_DISPATCH:
    return Dispatch(region(gimple_eh_dispatch_region(as_a<geh_dispatch *>(g))));
  default:
    break;
  }
  std::vector<unit::ExprId> operands;
  for (unsigned i = 0; i < gimple_num_ops(g); i++)
    if (tree operand = gimple_op(g, i))
      operands.push_back(expr(operand));
  return Other(exporter_.string(gimple_code_name[gimple_code(g)]), std::move(operands));
}
