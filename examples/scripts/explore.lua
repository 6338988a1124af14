-- explore: finds all ends of a program by depth-first search, written in Lua: marks, choices, fingerprints.

function exec_gvm()
  local seen, ends, states = {}, {}, 0

  local function visit()
    local print_of = gvm.fingerprint()
    if seen[print_of] then
      return
    end
    seen[print_of] = true
    states = states + 1
    for at, _ in ipairs(gvm.choices()) do
      gvm.mark()
      local how, more = gvm.step(at)
      if how == "paused" then
        visit()
      else
        local text = how .. " " .. tostring(more.code or more.kind)
        ends[text] = (ends[text] or 0) + 1
      end
      gvm.rewind()
      gvm.forget()
    end
  end

  gvm.reset()
  visit()
  print("states", states)
  for text in pairs(ends) do
    print(text)
  end
end
