-- control-flow-graph: draws the control-flow graph of each function, with counts of a profile as colours
--
--   gmc script control-flow-graph prog.c > graphs.html
--   gmc script control-flow-graph prog.c --script-set function=main --script-set format=dot
--   gmc script control-flow-graph prog.c -- blocks.map gmc-blocks.out > graphs.html
--
-- The page needs nothing else: blocks are laid out here, by layers. With the two files of `block-profiler`, blocks that
-- are executed often are darker, and say how often.

local only = gcc.parameter("function")
local format = gcc.parameter("format", "html")
local counts = {}

local function escaped(text)
  return (text:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;"):gsub('"', "&quot;"))
end

-- Reads how often each block was executed: by the name of the function, and the number of the block.
local function read_counts()
  if #gcc.arguments < 2 then return end
  local names = {}
  for id, name in gcc.read(gcc.arguments[1]):gmatch("function (%S+) (%S+)[^\n]*\n") do
    names[id] = name:gsub("%%(%x%x)", function(it) return string.char(tonumber(it, 16)) end)
  end
  for id, block, count in gcc.read(gcc.arguments[2]):gmatch("(%d+) (%d+) (%d+)\n") do
    local name = names[id] or "?"
    counts[name] = counts[name] or {}
    counts[name][tonumber(block)] = (counts[name][tonumber(block)] or 0) + tonumber(count)
  end
end

local function lines_of(block)
  local lines = { tostring(block) }
  for gs in block:gslist() do
    local text = tostring(gs)
    if #text > 60 then text = text:sub(1, 57) .. "..." end
    lines[#lines + 1] = text
  end
  return lines
end

local function colour(count, most)
  if not count or most == 0 then return "#ffffff" end
  if count == 0 then return "#eeeeee" end
  local part = math.log(count + 1) / math.log(most + 1)
  local fade = math.floor(255 - 135 * part)
  return string.format("#ff%02x%02x", fade, math.floor(fade * 0.8))
end

local function most_of(own)
  local most = 0
  for _, count in pairs(own or {}) do most = math.max(most, count) end
  return most
end

local function dot(fn)
  print('digraph "' .. fn:name() .. '" {\n  node [shape=box, fontname=monospace];')
  local own = counts[fn:name()]
  for _, block in ipairs(fn:basicblocks()) do
    local label = table.concat(lines_of(block), "\n"):gsub("\\", "\\\\"):gsub('"', '\\"'):gsub("\n", "\\l")
    local count = own and (own[block:index()] or 0)
    local style = count and string.format(', style=filled, fillcolor="%s"', colour(count, most_of(own))) or ""
    print(string.format('  b%d [label="%s\\l"%s];', block:index(), label, style))
    for _, succ in ipairs(block:succs()) do
      print(string.format('  b%d -> b%d [label="%s"];', block:index(), succ:index(),
        (block:edge_to(succ):gsub("fallthru", ""))))
    end
  end
  print("}")
end

-- Layers: each block is below all from which control comes forward.
local function layers(fn)
  local layer, state = {}, {}
  local order = {}
  local function visit(block)
    state[block:index()] = "open"
    for _, succ in ipairs(block:succs()) do
      if not state[succ:index()] then visit(succ) end
    end
    state[block:index()] = "done"
    table.insert(order, 1, block)
  end
  visit(fn:entryblock())
  local place = {}
  for at, block in ipairs(order) do place[block:index()] = at end
  for _, block in ipairs(order) do
    layer[block:index()] = layer[block:index()] or 0
    for _, succ in ipairs(block:succs()) do
      if place[succ:index()] > place[block:index()] then
        layer[succ:index()] = math.max(layer[succ:index()] or 0, layer[block:index()] + 1)
      end
    end
  end
  local rows = {}
  for _, block in ipairs(order) do
    local at = layer[block:index()] + 1
    for fill = #rows + 1, at do rows[fill] = {} end
    table.insert(rows[at], block)
  end
  return rows
end

local function html(fn)
  local own = counts[fn:name()]
  local most = most_of(own)
  local box, y, width, out = {}, 20, 0, {}
  for _, row in ipairs(layers(fn)) do
    local x, tallest = 20, 0
    for _, block in ipairs(row) do
      local lines = lines_of(block)
      if own then lines[1] = lines[1] .. "  ×" .. (own[block:index()] or 0) end
      local longest = 0
      for _, line in ipairs(lines) do longest = math.max(longest, utf8.len(line) or #line) end
      local b = { x = x, y = y, w = longest * 7.3 + 16, h = #lines * 15 + 10, lines = lines, block = block }
      box[block:index()] = b
      x = x + b.w + 40
      tallest = math.max(tallest, b.h)
    end
    width = math.max(width, x)
    y = y + tallest + 45
  end
  for _, row in ipairs(layers(fn)) do
    for _, block in ipairs(row) do
      local from = box[block:index()]
      local succs = block:succs()
      for at, succ in ipairs(succs) do
        local to = box[succ:index()]
        local x1, y1 = from.x + from.w * at / (#succs + 1), from.y + from.h
        local x2, y2 = to.x + to.w / 2, to.y
        local bend = y2 > y1 and (y2 - y1) / 2 or 60
        local kind = block:edge_to(succ)
        out[#out + 1] = string.format(
          '<path class="%s" d="M%.0f %.0f C%.0f %.0f %.0f %.0f %.0f %.0f" marker-end="url(#tip)"/>',
          kind, x1, y1, x1, y1 + bend, x2, y2 - bend, x2, y2)
      end
    end
  end
  for _, row in ipairs(layers(fn)) do
    for _, block in ipairs(row) do
      local b = box[block:index()]
      local count = own and (own[block:index()] or 0)
      out[#out + 1] = string.format('<rect x="%.0f" y="%.0f" width="%.0f" height="%.0f" fill="%s"/>', b.x, b.y, b.w,
        b.h, colour(count, most))
      for at, line in ipairs(b.lines) do
        out[#out + 1] = string.format('<text x="%.0f" y="%.0f">%s</text>', b.x + 8, b.y + at * 15 + 3, escaped(line))
      end
    end
  end
  print(string.format('<h2 id="%s">%s</h2>', escaped(fn:name()), escaped(tostring(fn))))
  print(string.format('<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f">', width, y))
  print(table.concat(out, "\n"))
  print("</svg>")
end

function gcclua_pre()
  read_counts()
  if format == "html" then
    print([[<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Control-flow graphs</title>
<style>
body { font-family: sans-serif }
svg text { font: 12px monospace }
svg rect { stroke: #444 }
svg path { fill: none; stroke: #444 }
svg path.true { stroke: #080 }
svg path.false { stroke: #b00 }
svg path.eh, svg path.abnormal { stroke-dasharray: 4 }
</style></head><body>
<svg width="0" height="0"><defs><marker id="tip" orient="auto" markerWidth="8" markerHeight="8" refX="7" refY="4">
<path d="M0 0 L8 4 L0 8 z" style="fill:#444"/></marker></defs></svg>]])
  end
end

function gcclua()
  if only and gcc.cfun:name() ~= only then return end
  if format == "dot" then dot(gcc.cfun) else html(gcc.cfun) end
end

function gcclua_post()
  if format == "html" then print("</body></html>") end
end
