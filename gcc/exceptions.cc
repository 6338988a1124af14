// Exception regions and landing pads.

#include "body.h"

unit::RegionId Body::region(int index) {
  auto known = regions_.ids.find(index);
  return unit::RegionId{known == regions_.ids.end() ? 0 : known->second};
}

// The id of a region, by GCC's number.
unit::ExprId Body::region_number(tree number) {
  const uint32_t ours = region(wi::to_wide(number).to_shwi()).value;
  return add(unit::expr::Integer(exporter_.type(TREE_TYPE(number)), ours, false));
}

std::vector<unit::SymbolId> Body::exception_types(tree list) {
  std::vector<unit::SymbolId> types;
  for (; list; list = TREE_CHAIN(list)) {
    tree type = TREE_VALUE(list);
    if (TYPE_P(type))
      type = lang_hooks.eh_runtime_type(type);
    STRIP_NOPS(type);
    if (TREE_CODE(type) == ADDR_EXPR)
      type = TREE_OPERAND(type, 0);
    if (DECL_P(type) && lives_in_unit(type))
      types.push_back(exporter_.symbol(type));
  }
  return types;
}

void Body::export_regions(eh_region r, std::optional<unit::RegionId> parent) {
  using namespace unit::region_kind;
  for (; r; r = r->next_peer) {
    const unit::RegionId id{static_cast<uint32_t>(regions_.records.size())};
    regions_.ids[r->index] = id.value;
    unit::RegionKind kind = Cleanup{};
    switch (r->type) {
    case ERT_CLEANUP:
      break;
    case ERT_TRY: {
      std::vector<unit::Catch> catches;
      for (eh_catch c = r->u.eh_try.first_catch; c; c = c->next_catch)
        catches.push_back(unit::Catch(exception_types(c->type_list), block_of(c->label)));
      kind = Try(std::move(catches));
      break;
    }
    case ERT_ALLOWED_EXCEPTIONS:
      kind = Allowed(exception_types(r->u.allowed.type_list), block_of(r->u.allowed.label));
      break;
    case ERT_MUST_NOT_THROW: {
      std::optional<unit::SymbolId> failure;
      if (tree decl = r->u.must_not_throw.failure_decl)
        failure = exporter_.symbol(decl);
      kind = MustNotThrow(failure);
      break;
    }
    }
    regions_.records.push_back(unit::Region(parent, std::move(kind)));
    for (eh_landing_pad pad = r->landing_pads; pad; pad = pad->next_lp) {
      const auto block = block_of(pad->post_landing_pad);
      if (!block)
        continue;
      pads_.ids[pad->index] = pads_.records.size();
      pads_.records.push_back(unit::Pad(id, *block));
    }
    export_regions(r->inner, id);
  }
}
