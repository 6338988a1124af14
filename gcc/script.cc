// The other end of a script host: starts it, sends it units and functions, and has its edits applied.
//
// A message is a letter, a length of eight bytes (lowest first), and so many bytes. The plugin sends `S` (the start),
// `V` (how many functions the script may look at now, and ` ssa` where they are in that form) and `E` (the end); the
// host answers each with `E` (edits), `X` (what is wrong) or `Q` (an exit code). Before it answers `V` it may ask with `W`, once, for the functions themselves:
// the plugin sends `U` and a unit. So a script that looks at nothing has nothing exported.

#include "script.h"
#include "exporter.h"
#include "editor.h"

static const char *script_configuration;
static int to_host = -1, from_host = -1;
static pid_t host;

static bool send_all(const char *bytes, size_t size) {
  while (size > 0) {
    const ssize_t sent = write(to_host, bytes, size);
    if (sent <= 0)
      return false;
    bytes += sent;
    size -= sent;
  }
  return true;
}

static bool receive_all(char *bytes, size_t size) {
  while (size > 0) {
    const ssize_t got = read(from_host, bytes, size);
    if (got <= 0)
      return false;
    bytes += got;
    size -= got;
  }
  return true;
}

static bool send_message(char what, const std::string &body) {
  char head[9] = {what};
  for (int i = 0; i < 8; i++)
    head[i + 1] = static_cast<char>(static_cast<uint64_t>(body.size()) >> (8 * i));
  return send_all(head, sizeof head) && send_all(body.data(), body.size());
}

static bool receive_message(char &what, std::string &text) {
  char head[9];
  if (!receive_all(head, sizeof head))
    return false;
  what = head[0];
  uint64_t size = 0;
  for (int i = 0; i < 8; i++)
    size |= static_cast<uint64_t>(static_cast<unsigned char>(head[i + 1])) << (8 * i);
  text.resize(size);
  return size == 0 || receive_all(&text[0], size);
}

// Sends a message and returns the answer's text; none if there is nothing to apply. The host may want what is exported
// first.
static std::optional<std::string> ask_host(char what, const std::string &body,
                                           const std::function<std::string()> &unit = {}) {
  if (to_host < 0)
    return {};
  std::string text;
  char answer = 0;
  bool works = send_message(what, body) && receive_message(answer, text);
  if (works && answer == 'W' && unit)
    works = send_message('U', unit()) && receive_message(answer, text);
  if (!works) {
    error("the script host of gmc has ended early");
    to_host = -1;
    return {};
  }
  if (answer == 'E')
    return text;
  to_host = -1;
  if (answer == 'Q')
    exit(atoi(text.c_str()));
  error("%s", text.c_str());
  return {};
}

static void apply(const std::string &text, const Exporter &exporter, std::vector<BodyTrees> &bodies) {
  const std::string wrong = apply_edits(text, exporter, bodies);
  if (!wrong.empty())
    error("an edit of the script cannot be made: %s", wrong.c_str());
}

// Lets the script look at functions that an exporter exports when it is asked to.
static void visit(size_t count, bool in_ssa, const std::function<void(Exporter &)> &export_all) {
  std::vector<BodyTrees> bodies;
  Exporter exporter;
  exporter.keep_trees(&bodies);
  const auto unit = [&] {
    export_all(exporter);
    return exporter.encode(script_configuration);
  };
  if (auto edits = ask_host('V', std::to_string(count) + (in_ssa ? " ssa" : ""), unit))
    apply(*edits, exporter, bodies);
}

// Before optimisation: all functions at once.
static void visit_unit(void *, void *) {
  if (seen_error() || in_lto_p)
    return;
  size_t count = 0;
  bool in_ssa = false;
  cgraph_node *node;
  FOR_EACH_FUNCTION(node)
    if (has_body(node)) {
      count++;
      in_ssa |= gimple_in_ssa_p(DECL_STRUCT_FUNCTION(node->decl));
    }
  visit(count, in_ssa, [](Exporter &exporter) { exporter.export_unit(); });
}

static void visit_function(struct function *fn) {
  cgraph_node *node = cgraph_node::get(fn->decl);
  if (seen_error() || in_lto_p || !node)
    return;
  visit(has_body(node), gimple_in_ssa_p(fn), [node](Exporter &exporter) { exporter.export_alone(node); });
}

namespace {

const pass_data script_pass_data = {
  GIMPLE_PASS, "gmc_script", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, TODO_update_ssa | TODO_cleanup_cfg,
};

class ScriptPass : public gimple_opt_pass {
public:
  explicit ScriptPass(gcc::context *context) : gimple_opt_pass(script_pass_data, context) {}
  opt_pass *clone() final { return new ScriptPass(m_ctxt); }
  unsigned execute(function *fn) final {
    visit_function(fn);
    return 0;
  }
};

// Among the passes that are made over the unit, between two of which all functions are visited at once.
const pass_data script_ipa_pass_data = {
  SIMPLE_IPA_PASS, "gmc_script", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0,
};

class ScriptIpaPass : public simple_ipa_opt_pass {
public:
  explicit ScriptIpaPass(gcc::context *context) : simple_ipa_opt_pass(script_ipa_pass_data, context) {}
  opt_pass *clone() final { return new ScriptIpaPass(m_ctxt); }
  unsigned execute(function *) final {
    visit_unit(NULL, NULL);
    return 0;
  }
};

// Whether a pass of this name is made over the unit.
bool is_ipa_pass(const char *name) {
  opt_pass *pass = g->get_passes()->get_pass_by_name((std::string("ipa-") + name).c_str());
  return pass && pass->type == SIMPLE_IPA_PASS;
}

} // namespace

static void end_script(void *, void *) {
  ask_host('E', "");
  if (host > 0) {
    close(to_host);
    waitpid(host, NULL, 0);
    host = 0;
  }
}

static bool spawn_host(const char *program) {
  int there[2], back[2];
  if (pipe(there) != 0 || pipe(back) != 0)
    return false;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, there[0], 0);
  // What a script prints goes to standard error: standard output may be the assembler's text.
  posix_spawn_file_actions_adddup2(&actions, back[1], 3);
  for (int end : {there[0], there[1], back[0], back[1]})
    if (end != 3)
      posix_spawn_file_actions_addclose(&actions, end);
  char name[] = "script-host";
  char *const arguments[] = {const_cast<char *>(program), name, NULL};
  const int failed = posix_spawn(&host, program, &actions, NULL, arguments, environ);
  close(there[0]);
  close(back[1]);
  to_host = there[1];
  from_host = back[0];
  return failed == 0;
}

bool start_script(const char *plugin, const char *configuration) {
  const char *program = getenv("GMC_SCRIPT_HOST");
  if (!program || !*program)
    return false;
  script_configuration = configuration;
  if (!spawn_host(program)) {
    error("the script host of gmc cannot be started");
    return true;
  }
  ask_host('S', main_input_filename ? main_input_filename : "");
  register_callback(plugin, PLUGIN_FINISH, end_script, NULL);
  const char *pass = getenv("GMC_SCRIPT_PASS");
  if (!pass || !*pass) {
    register_callback(plugin, PLUGIN_ALL_IPA_PASSES_START, visit_unit, NULL);
    return true;
  }
  const char *where = getenv("GMC_SCRIPT_INSERT");
  register_pass_info info;
  if (is_ipa_pass(pass))
    info.pass = new ScriptIpaPass(g);
  else
    info.pass = new ScriptPass(g);
  info.reference_pass_name = pass;
  info.ref_pass_instance_number = 1;
  info.pos_op = where && strcmp(where, "before") == 0    ? PASS_POS_INSERT_BEFORE
                : where && strcmp(where, "replace") == 0 ? PASS_POS_REPLACE
                                                         : PASS_POS_INSERT_AFTER;
  register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
  return true;
}
