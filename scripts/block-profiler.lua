-- block-profiler: counts how often each basic block is executed, natively
--
--   make CC="gmc cc --script block-profiler --script-out profile"
--   ./prog                                                       adds to gmc-blocks.out (or what GMC_BLOCKS names)
--   gmc script block-profiler -- profile/blocks.map gmc-blocks.out
--
-- Counts of several runs add up. The report lists lines, each with the counts of its blocks; `control-flow-graph` takes
-- the same two files and draws graphs. `--script-set format=blocks` lists blocks instead of lines.

-- While something is compiled: a call at the start of each block, and a line for the map.
local visit

local function instrument(fn)
  local id, lines = fn:unique_id(), {}
  local number = gcc.get_builtin_type("unsigned long")
  visit = visit or gcc.build_function_decl(gcc.get_builtin_type("void"), "gmc_visit_block", { number, number })
  lines[1] = string.format("function %d %s %s\n", id, fn:name(), fn:unit():file())
  for _, block in ipairs(fn:basicblocks()) do
    if block ~= fn:entryblock() and block ~= fn:exitblock() then
      local call = gcc.build_gimple_call(nil, visit, gcc.build_int_cst(id, number),
        gcc.build_int_cst(block:index(), number))
      local counted = block:insert_first(call)
      local places, seen = {}, {}
      if block == fn:entryblock():succs()[1] and fn:location() then
        -- The line of the function itself is executed once for each call.
        places[1], seen[fn:location()] = fn:location(), true
      end
      for gs in block:gslist() do
        local file, line = gs:location()
        if file and not seen[file .. ":" .. line] then
          seen[file .. ":" .. line] = true
          places[#places + 1] = file .. ":" .. line
        end
      end
      lines[#lines + 1] = string.format("block %d %d %s %s\n", id, block:index(), counted and "counted" or "left-out",
        table.concat(places, " "))
    end
  end
  gcc.append("blocks.map", table.concat(lines))
end

function gcclua()
  if gcc.compiling then instrument(gcc.cfun) end
end

-- Afterwards: counts by block, then by line.
local function read(map, counts)
  local names, blocks, known = {}, {}, {}
  for line in gcc.read(map):gmatch("[^\n]+") do
    local words = {}
    for word in line:gmatch("%S+") do words[#words + 1] = word end
    if words[1] == "function" then
      names[words[2]] = words[3]
    elseif words[1] == "block" then
      local key = words[2] .. " " .. words[3]
      -- A unit that is compiled again says the same once more.
      if not known[key] then blocks[#blocks + 1] = key end
      known[key] = { id = words[2], index = tonumber(words[3]), places = { table.unpack(words, 5) }, count = 0 }
    end
  end
  for line in gcc.read(counts):gmatch("[^\n]+") do
    local id, index, count = line:match("^(%d+) (%d+) (%d+)$")
    local block = id and known[id .. " " .. index]
    if block then block.count = block.count + tonumber(count) end
  end
  return names, blocks, known
end

local function report()
  local names, order, blocks = read(gcc.arguments[1], gcc.arguments[2])
  if gcc.parameter("format") == "blocks" then
    for _, key in ipairs(order) do
      local block = blocks[key]
      print(string.format("%10d  %s <bb %d>  %s", block.count, names[block.id], block.index, block.places[1] or ""))
    end
    return
  end
  local lines, files = {}, {}
  for _, key in ipairs(order) do
    local block = blocks[key]
    for _, place in ipairs(block.places) do
      local file, line = place:match("^(.*):(%d+)$")
      files[file] = files[file] or {}
      -- A line is executed as often as the block of it that is executed most.
      files[file][tonumber(line)] = math.max(files[file][tonumber(line)] or 0, block.count)
    end
  end
  for file, counted in pairs(files) do
    print(file)
    for line, count in pairs(counted) do print(string.format("%10d: %5d", count, line)) end
  end
end

if not gcc.compiling and #gcc.arguments == 2 then report() end
