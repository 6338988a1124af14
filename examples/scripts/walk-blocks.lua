-- Walks over the basic blocks of each function, and prints their statements.
function gcclua()
  local fn = gcc.cfun
  print(fn)
  local bb = fn:entryblock()
  while bb do
    local successors = {}
    for _, succ in ipairs(bb:succs()) do
      successors[#successors + 1] = tostring(succ)
    end
    print(tostring(bb) .. " -> " .. table.concat(successors, ", "))
    for gs in bb:gslist() do
      print("  " .. tostring(gs))
    end
    bb = bb:next()
  end
end
