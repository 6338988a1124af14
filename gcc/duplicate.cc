// A second body for a function: copies of all blocks, and a block in front that picks one of the two.

#include "editor.h"

namespace {

// A new name for each temporary that a copy of the body sets, because a temporary is set once.
struct Renaming {
  std::unordered_map<tree, tree> names;
};

tree rename_operand(tree *at, int *, void *data) {
  walk_stmt_info *walk = static_cast<walk_stmt_info *>(data);
  Renaming *renaming = static_cast<Renaming *>(walk->info);
  if (TREE_CODE(*at) == SSA_NAME) {
    auto found = renaming->names.find(*at);
    if (found != renaming->names.end())
      *at = found->second;
  }
  return NULL_TREE;
}

} // namespace

// The copies set the same temporaries as the statements that they are copies of.
void Editor::rename_copies() {
  Renaming renaming;
  const auto add = [&renaming](tree *old, tree *copy, gimple *stmt) {
    if (TREE_CODE(*old) != SSA_NAME)
      return;
    *copy = copy_ssa_name(*old, stmt);
    renaming.names[*old] = *copy;
  };
  for (const auto &[old, copy] : stmt_copies_) {
    if (tree target = gimple_get_lhs(old)) {
      tree renamed = gimple_get_lhs(copy);
      add(&target, &renamed, copy);
      if (renamed != gimple_get_lhs(copy))
        gimple_set_lhs(copy, renamed);
    }
    gasm *text = dyn_cast<gasm *>(old);
    for (unsigned o = 0; text && o < gimple_asm_noutputs(text); o++)
      add(&TREE_VALUE(gimple_asm_output_op(text, o)),
          &TREE_VALUE(gimple_asm_output_op(as_a<gasm *>(copy), o)), copy);
  }
  for (const auto &pair : stmt_copies_) {
    walk_stmt_info walk;
    memset(&walk, 0, sizeof walk);
    walk.info = &renaming;
    walk_gimple_op(pair.second, rename_operand, &walk);
    update_stmt(pair.second);
  }
}

// Copies blocks with all edges among them. GCC's own function for this is for SSA form: it would rename all that the
// copies set, variables included.
void Editor::copy_blocks(const std::vector<basic_block> &blocks) {
  basic_block after = blocks.back();
  for (basic_block from : blocks) {
    after = block_copies_[from] = create_empty_bb(after);
    after->count = from->count;
    for (gimple_stmt_iterator i = gsi_start_bb(from); !gsi_end_p(i); gsi_next(&i)) {
      gimple *old = gsi_stmt(i);
      if (gimple_code(old) == GIMPLE_LABEL)
        continue;
      gimple *copy = gimple_copy(old);
      gimple_stmt_iterator end = gsi_last_bb(after);
      gsi_insert_after(&end, copy, GSI_NEW_STMT);
      maybe_duplicate_eh_stmt(copy, old);
      stmt_copies_[old] = copy;
    }
  }
  const auto copy_of = [this](basic_block bb) {
    auto found = block_copies_.find(bb);
    return found == block_copies_.end() ? bb : found->second;
  };
  for (basic_block from : blocks) {
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE(e, ei, from->succs) {
      // A copy still goes to the landing pad of the original: it gets one of its own.
      const bool lands = e->flags & EDGE_EH;
      edge copy = make_edge(block_copies_[from], lands ? e->dest : copy_of(e->dest), e->flags);
      copy->probability = e->probability;
      if (lands)
        redirect_eh_edge(copy, copy_of(e->dest));
    }
    gimple_stmt_iterator last = gsi_last_bb(block_copies_[from]);
    gswitch *cases = gsi_end_p(last) ? NULL : dyn_cast<gswitch *>(gsi_stmt(last));
    for (unsigned i = 0; cases && i < gimple_switch_num_labels(cases); i++) {
      tree label = gimple_switch_label(cases, i);
      CASE_LABEL(label) = gimple_block_label(copy_of(label_to_block(cfun, CASE_LABEL(label))));
    }
  }
}

bool Editor::duplicate(Words &words) {
  const std::string name = unhex(words.next());
  const std::string word = words.next();
  tree callee = word == "-" ? NULL_TREE : function(words, word);
  std::vector<tree> values;
  if ((callee && !arguments(words, values)) || words.wrong)
    return false;
  gsi_commit_edge_inserts(); // the copy has them, too
  std::vector<basic_block> blocks;
  basic_block bb;
  FOR_EACH_BB_FN(bb, cfun)
    blocks.push_back(bb);
  if (blocks.empty())
    return false;

  // Loops are found anew afterwards.
  const bool has_loops = cfun->curr_properties & PROP_loops;
  cfun->curr_properties &= ~PROP_loops;
  if (current_loops)
    loop_optimizer_finalize(cfun);
  free_dominance_info(CDI_DOMINATORS);
  free_dominance_info(CDI_POST_DOMINATORS);
  basic_block first = single_succ(ENTRY_BLOCK_PTR_FOR_FN(cfun));
  basic_block distributor = split_edge(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(cfun)));

  copy_blocks(blocks);
  rename_copies();

  tree picked = create_tmp_var(integer_type_node, name.empty() ? "picked" : name.c_str());
  gimple_seq seq = NULL;
  if (callee) {
    gcall *call = build_call(&seq, callee, values);
    tree result = TREE_TYPE(TREE_TYPE(callee));
    tree temporary = create_tmp_var(result);
    gimple_call_set_lhs(call, temporary);
    gimple_seq_add_stmt(&seq, call);
    tree set = fold_convert(integer_type_node, fold_build2(NE_EXPR, boolean_type_node, temporary,
                                                           fold_convert(result, integer_zero_node)));
    set = argument(&seq, set, integer_type_node);
    gimple_seq_add_stmt(&seq, gimple_build_assign(picked, set));
  } else
    gimple_seq_add_stmt(&seq, gimple_build_assign(picked, integer_zero_node));
  gimple_seq_add_stmt(&seq, gimple_build_cond(NE_EXPR, picked, integer_zero_node, NULL_TREE, NULL_TREE));
  for (gimple_stmt_iterator i = gsi_start(seq); !gsi_end_p(i); gsi_next(&i))
    gimple_set_block(gsi_stmt(i), DECL_INITIAL(cfun->decl));
  gimple_stmt_iterator i = gsi_start_bb(distributor);
  gsi_insert_seq_before(&i, seq, GSI_NEW_STMT);
  edge old = single_succ_edge(distributor);
  old->flags = (old->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
  old->probability = profile_probability::even();
  edge made = make_edge(distributor, block_copies_[first], EDGE_TRUE_VALUE);
  made->probability = profile_probability::even();
  if (has_loops) {
    loop_optimizer_init(LOOPS_NORMAL);
    cfun->curr_properties |= PROP_loops;
  }
  return true;
}
