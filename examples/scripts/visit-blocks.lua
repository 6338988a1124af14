-- Calls `void visit_basicblock(int function, int block)` at the start of each basic block.
local fn_id = 0

function gcclua()
  local fn = gcc.cfun
  if fn:name() == "visit_basicblock" then return end
  local bb = fn:entryblock()
  while bb do
    if bb ~= fn:entryblock() and bb ~= fn:exitblock() then
      local visit = gcc.build_function_decl(gcc.get_builtin_type("void"), "visit_basicblock")
      local call = gcc.build_gimple_call(nil, visit, gcc.build_int_cst(fn_id), gcc.build_int_cst(bb:index()))
      for gs in bb:gslist() do
        if gs:codename() ~= "gimple_label" then
          if not bb:insert_before(gs, call) then print("... failed") end
          break
        end
      end
    end
    bb = bb:next()
  end
  fn_id = fn_id + 1
end
