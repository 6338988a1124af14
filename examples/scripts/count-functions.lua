-- Counts the functions of a program, and lists the variables that each of them mentions.
local count

function gcclua_pre()
  count = 0
end

function gcclua()
  count = count + 1
  local fn = gcc.cfun
  print(fn)
  local variables = fn:referenced()
  print("mentions", #variables)
  for _, variable in ipairs(variables) do
    print("", variable, variable:type())
  end
end

function gcclua_post()
  print("functions in all", count)
end
