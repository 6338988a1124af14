-- function-duplicator: gives each function a second body, and picks one at each call
--
--   make CC="gmc cc --script function-duplicator"
--   GMC_PICK=1 ./prog            the second bodies; 0 the first ones; another number: at random
--
--   --script-set pick=NAME       call `int NAME(void)` of your own to pick, 0 for the first body
--   --script-set match=PATTERN   only functions whose names match a pattern of Lua
--
-- A script that instruments only the second body of each function can be turned on and off while the program runs.

local pick = gcc.parameter("pick", "gmc_pick_body")
local match = gcc.parameter("match", "")
local call

function gcclua()
  local fn = gcc.cfun
  if not gcc.compiling or not fn:name():find(match) or fn:name() == pick then return end
  call = call or gcc.build_gimple_call(nil,
    gcc.build_function_decl(gcc.get_builtin_type("int"), pick, {}))
  local copy, why = fn:duplicate_body("picked_body", call)
  if not copy then print(fn:name() .. " keeps one body: " .. why) end
end
