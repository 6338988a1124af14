-- tree-tracker: a page with every property of every tree of a function, in which trees are links
--
--   gmc script tree-tracker prog.c --script-set function=fib > trees.html
--
-- The page starts with the declarations of the functions. A property that is a tree is a link to its properties.

local only = gcc.parameter("function")
local queue, known = {}, {}

local function escaped(text)
  return (text:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;"):gsub('"', "&quot;"))
end

local function is_tree(value)
  return type(value) == "userdata" and pcall(gcc_tree.codename, value)
end

local function link(tree)
  local key = tree:ptr()
  if not known[key] then
    known[key] = true
    queue[#queue + 1] = tree
  end
  return string.format('<a href="#t%d">%s <code>%s</code></a>', key, tree:codename(), escaped(tostring(tree)))
end

local function shown(value)
  if is_tree(value) then return link(value) end
  if type(value) == "table" then
    local parts = {}
    for _, part in ipairs(value) do parts[#parts + 1] = shown(part) end
    return table.concat(parts, "<br>")
  end
  return "<code>" .. escaped(tostring(value)) .. "</code>"
end

local function page(tree)
  print(string.format('<section id="t%d"><h2>%s <code>%s</code></h2><table>', tree:ptr(), tree:codename(),
    escaped(tostring(tree))))
  for at = 0, (tree:n_operands() or 0) - 1 do
    print(string.format("<tr><th>operand(%d)</th><td>%s</td></tr>", at, shown(tree:operand(at))))
  end
  for _, property in ipairs(tree:properties()) do
    print(string.format("<tr><th>%s</th><td>%s</td></tr>", property[1], shown(property[2])))
  end
  print("</table></section>")
end

function gcclua_pre()
  print([[<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Trees</title>
<style>
body { font-family: sans-serif }
section { display: none }
section:target { display: block }
th { text-align: left; padding-right: 2em; vertical-align: top; font-weight: normal; color: #555 }
a { color: #00c }
</style></head><body><h1>Trees</h1>]])
end

function gcclua()
  local fn = gcc.cfun
  if only and fn:name() ~= only then return end
  print("<h3>" .. escaped(tostring(fn)) .. "</h3><p>declaration: " .. link(fn:decl()) .. "</p><p>parameters:")
  for _, param in ipairs(fn:params()) do print(link(param)) end
  print("</p><table>")
  for _, block in ipairs(fn:basicblocks()) do
    for gs in block:gslist() do
      local operands = {}
      for at = 0, gs:n_operands() - 1 do operands[#operands + 1] = link(gs:operand(at)) end
      print(string.format("<tr><td><code>%s</code></td><td>%s</td></tr>", escaped(tostring(gs)),
        table.concat(operands, " ")))
    end
  end
  print("</table>")
end

function gcclua_post()
  local at = 1
  while queue[at] do
    page(queue[at])
    at = at + 1
  end
  print("</body></html>")
end
