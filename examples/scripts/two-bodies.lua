-- Gives each function a second body; `int distribute(void)`, which some unit defines, picks one.
local call

function gcclua()
  if gcc.cfun:name() == "distribute" then return end
  if not call then
    local int = gcc.get_builtin_type("int")
    call = gcc.build_gimple_call(nil, gcc.build_function_decl(int, "distribute"))
  end
  gcc.cfun:duplicate_body("__tmpvar__", call)
end
