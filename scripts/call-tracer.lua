-- call-tracer: prints each call of functions whose names match a pattern, before and after
--
--   gmc cc --script call-tracer --script-set match='^sqlite3_' prog.c -o prog
--
--   --script-set match=PATTERN   functions whose names match a pattern of Lua; all by default
--   --script-set inside=PATTERN  only calls in functions whose names match
--   --script-set before=NAME     call `void NAME(const char *function, const char *file, int line)` before
--   --script-set after=NAME      likewise after a call has returned
--
-- A call that ends its block, because it may throw or does not return, has no "after".

local match = gcc.parameter("match", "")
local inside = gcc.parameter("inside", "")
local before_name = gcc.parameter("before", "gmc_before_call")
local after_name = gcc.parameter("after", "gmc_after_call")
local before, after

local function declare()
  local text, int = gcc.get_builtin_type("const char *"), gcc.get_builtin_type("int")
  local void = gcc.get_builtin_type("void")
  before = gcc.build_function_decl(void, before_name, { text, text, int })
  after = gcc.build_function_decl(void, after_name, { text, text, int })
end

function gcclua()
  local fn = gcc.cfun
  if not gcc.compiling or not fn:name():find(inside) then return end
  if not before then declare() end
  for _, block in ipairs(fn:basicblocks()) do
    for gs in block:gslist() do
      local name = gs:callee_name()
      local is_own = name == before_name or name == after_name
      if name and gs:callee() and not is_own and name:find(match) then
        local file, line = gs:location()
        local function new(decl)
          return gcc.build_gimple_call(nil, decl, gcc.build_string(name), gcc.build_string(file or "?"),
            gcc.build_int_cst(line or 0))
        end
        local returns = pcall(block.insert_after, block, gs, new(after))
        if returns then block:insert_before(gs, new(before)) end
      end
    end
  end
end
