// The exporter of the unit as a whole: what is exported, and in which order.

#include "exporter.h"

unit::StrId Strings::add(const std::string &text) {
  auto found = ids_.try_emplace(text, ends_.size());
  if (found.second) {
    bytes_ += text;
    ends_.push_back(bytes_.size());
  }
  return unit::StrId{found.first->second};
}

unit::Strings Strings::take() {
  return unit::Strings(std::move(ends_), unit::Bytes{std::move(bytes_)});
}

unit::StrId Exporter::identifier(tree t) {
  return string(t ? IDENTIFIER_POINTER(t) : "");
}

unit::Int128 int_value(tree int_cst) {
  const wide_int value = wi::to_wide(int_cst);
  if (TYPE_UNSIGNED(TREE_TYPE(int_cst)) && value.get_precision() < 128) {
    const wide_int wide = wide_int::from(value, 128, UNSIGNED);
    return (static_cast<unit::Int128>(wide.elt(1)) << 64) | static_cast<uint64_t>(wide.elt(0));
  }
  return (static_cast<unit::Int128>(value.elt(1)) << 64) | static_cast<uint64_t>(value.elt(0));
}

// The offset's type is a pointer type, unsigned, but its value is meant as signed.
int64_t mem_offset(tree mem_ref) { return wi::to_wide(TREE_OPERAND(mem_ref, 1)).to_shwi(); }

bool lives_in_unit(tree decl) {
  switch (TREE_CODE(decl)) {
  case FUNCTION_DECL:
  case CONST_DECL:
    return true;
  case VAR_DECL:
    return is_global_var(decl) && !DECL_HAS_VALUE_EXPR_P(decl);
  default:
    return false;
  }
}

// The macro that stands in the source at a location: the outermost one.
static const char *macro_name(location_t location) {
  const char *name = "";
  const line_map *map = linemap_lookup(line_table, location);
  while (map && linemap_macro_expansion_map_p(map)) {
    name = linemap_map_get_macro_name(linemap_check_macro(map));
    location = linemap_unwind_toward_expansion(line_table, location, &map);
    map = linemap_lookup(line_table, location);
  }
  return name;
}

// Many locations share one pointer to their file's name, so the pointer is looked up, not the text.
unit::StrId Exporter::file(const char *name) {
  auto found = file_ids_.try_emplace(name);
  if (found.second)
    found.first->second = string(name);
  return found.first->second;
}

unit::SourcePosId Exporter::source_pos(location_t location) {
  location = get_pure_location(location);
  auto known = position_ids_.find(location);
  if (known != position_ids_.end())
    return unit::SourcePosId{known->second};

  unit::SourcePos record(unit::StrId{0}, 0, 0, {});
  if (location > BUILTINS_LOCATION) {
    const expanded_location at = expand_location(location);
    record.file = file(at.file);
    record.line = at.line;
    record.column = at.column;
    if (linemap_location_from_macro_expansion_p(line_table, location)) {
      const location_t spelled =
        linemap_resolve_location(line_table, location, LRK_SPELLING_LOCATION, NULL);
      const expanded_location text = expand_location(spelled);
      if (text.file)
        record.spelling = unit::Spelling(string(macro_name(location)), file(text.file), text.line,
                                         text.column);
    }
  }
  const unit::SourcePosId id = positions_.add(record);
  position_ids_[location] = id.value;
  return id;
}

unit::LiteralId Exporter::literal(tree t) {
  const std::string bytes(TREE_STRING_POINTER(t), TREE_STRING_LENGTH(t));
  return literals_.add(unit::Literal(type(TREE_TYPE(t)), unit::Bytes{bytes}));
}

LabelKey Exporter::label(tree label_decl) {
  auto known = labels_.known.find(label_decl);
  if (known != labels_.known.end())
    return known->second;

  // The label's code is gone; only its address is used.
  const auto function = function_ids_.find(DECL_CONTEXT(label_decl));
  const uint32_t index = function == function_ids_.end() ? 0 : function->second;
  std::vector<unit::Label> &labels = functions_[index].labels;
  const unit::LabelId id{static_cast<uint32_t>(labels.size())};
  labels.push_back(unit::Label(identifier(DECL_NAME(label_decl)), {}, true, false, {}));
  add_label(label_decl, index, id);
  return {index, id};
}

bool has_body(cgraph_node *node) {
  if (!node->definition || node->alias || compat::is_thunk(node) || !node->has_gimple_body_p())
    return false;
  struct function *fn = DECL_STRUCT_FUNCTION(node->decl);
  return fn && fn->cfg;
}

void Exporter::export_body(cgraph_node *node) {
  struct function *fn = DECL_STRUCT_FUNCTION(node->decl);
  if (!fn || !fn->cfg)
    return;
  function_ids_[node->decl] = functions_.size();
  push_cfun(fn);
  BodyTrees trees{};
  trees.node = node;
  functions_.push_back(export_function(*this, node, trees_ ? &trees : NULL));
  if (trees_)
    trees_->push_back(std::move(trees));
  pop_cfun();
}

void Exporter::export_alone(cgraph_node *node) {
  source_pos(UNKNOWN_LOCATION); // position 0
  long_double_ = type(long_double_type_node);
  symbol(node->decl);
  export_body(node);
  drain();
}

void Exporter::export_unit() {
  source_pos(UNKNOWN_LOCATION); // position 0
  long_double_ = type(long_double_type_node);

  cgraph_node *node;
  FOR_EACH_FUNCTION(node) {
    if (!node->definition)
      continue;
    symbol(node->decl);
    if (has_body(node))
      export_body(node);
  }
  varpool_node *variable;
  FOR_EACH_VARIABLE(variable)
    if (variable->definition || variable->alias)
      symbol(variable->decl);
  for (asm_node *text = symtab->first_asm_symbol(); text; text = text->next)
    asm_.push_back(
      string(std::string(TREE_STRING_POINTER(text->asm_str), TREE_STRING_LENGTH(text->asm_str))));
  // Nested functions may come before the function whose labels they jump to.
  for (const auto &[label_decl, here] : labels_.foreign) {
    const LabelKey home = label(label_decl);
    functions_[here.function].labels[here.label.value].home =
      unit::LabelHome(symbol(DECL_CONTEXT(label_decl)), home.label);
  }
  drain();
}

void Exporter::drain() {
  while (types_.size() < type_queue_.size() || symbols_.size() < symbol_queue_.size()) {
    while (types_.size() < type_queue_.size())
      types_.push_back(type_record(type_queue_[types_.size()]));
    while (symbols_.size() < symbol_queue_.size())
      symbols_.push_back(symbol_record(symbol_queue_[symbols_.size()]));
  }
}

void Exporter::note_emitted() {
  for (size_t i = 0; i < symbols_.size(); i++) {
    tree decl = symbol_queue_[i];
    const bool defined = !std::holds_alternative<unit::symbol_value::Undefined>(symbols_[i].value);
    // GCC marks constants of its pool as written although it may omit them.
    const bool pooled = VAR_P(decl) && DECL_IN_CONSTANT_POOL(decl);
    if (defined && DECL_P(decl) && TREE_CODE(decl) != CONST_DECL && !pooled && TREE_ASM_WRITTEN(decl))
      symbols_[i].flags |= unit::symbol_flags::EMITTED;
  }
}

// The value of `--target=` (of `--build=`, for a native compiler) among GCC's configure arguments.
static std::string triple(const char *configuration) {
  for (const char *key : {"--target=", "--build="})
    if (const char *at = strstr(configuration, key)) {
      at += strlen(key);
      return std::string(at, strcspn(at, " '"));
    }
  return "unknown";
}

unit::Target Exporter::target(const char *configuration) {
  const unsigned align = std::max(TYPE_ALIGN_UNIT(long_double_type_node),
                                  TYPE_ALIGN_UNIT(long_long_integer_type_node));
  return unit::Target(string(triple(configuration)), POINTER_SIZE, TYPE_PRECISION(size_type_node),
                      TYPE_PRECISION(integer_type_node), TYPE_PRECISION(long_integer_type_node),
                      WCHAR_TYPE_SIZE,
                      !TYPE_UNSIGNED(char_type_node), BYTES_BIG_ENDIAN, align, *long_double_);
}

std::string Exporter::encode(const char *configuration) {
  const unit::StrId language = string(lang_hooks.name);
  const unit::StrId producer = string(std::string(lang_hooks.name) + " " + gcc_version.basever);
  const unit::StrId directory = string(get_src_pwd());
  const unit::StrId file = string(main_input_filename);
  unit::Target machine = target(configuration);
  // The strings are taken last, because all other tables add to them. The reader decides on the order of the fields.
  const unit::Unit record(strings_.take(), producer, language, std::move(machine), directory, file,
                          positions_.take(), std::move(types_), literals_.take(), std::move(symbols_),
                          std::move(functions_), std::move(asm_));
  std::string bytes;
  unit::put(bytes, record);
  return bytes;
}
