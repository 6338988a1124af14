-- trace-static: prints the first ten assignments to variables with static storage, as the program makes them.
--
-- The callback is called before each statement; the one before it has just been executed.

local count

function trace_static()
  local gs = gvm.get_prev_gs()
  if gs and gs:codename() == "gimple_assign" then
    local _, lhs = gs:tuple()
    if lhs:static() then
      print(lhs, "=", (gvm.read_var(0, lhs)))
      count = count + 1
      if count == 10 then
        gvm.clear_callback(trace_static)
      end
    end
  end
end

function exec_gvm()
  count = 0
  gvm.set_callback_gs(trace_static)
  print((gvm.interpret()))
end
