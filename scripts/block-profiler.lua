-- block-profiler: counts how often each basic block is executed, natively
--
--   make CC="gmc cc --script block-profiler --script-out profile"
--   ./prog                                                       adds to gmc-blocks.out (or what GMC_BLOCKS names)
--   gmc script block-profiler -- profile/blocks.map gmc-blocks.out
--
-- Counts of several runs add up. The report lists lines with the counts that gcov gives them; `control-flow-graph` takes
-- the same two files and draws graphs. `--script-set format=blocks` lists blocks instead of lines.
--
-- gcov counts in a graph with more nodes than GCC's: a block ends behind each statement that the function may leave at,
-- and a jump that shares its block with another line is a node of its own. The map describes this graph. An arc has a
-- counter only where nodes do not tell its count.

local visit

-- A name or file as one word of the map.
local function word(text)
  return (text:gsub("[%s%%]", function(it) return string.format("%%%02x", it:byte()) end))
end

local function unword(text)
  return (text:gsub("%%(%x%x)", function(it) return string.char(tonumber(it, 16)) end))
end

-- While something is compiled: counters, and a description of the graph for the map.

-- Puts a new node into the chain, behind another one. Its counter has a number; one without is not counted itself.
local function add_node(after, counter)
  local node = { counter = counter, places = {}, seen = {}, preds = 0, goes = {} }
  node.prev, node.next = after, after.next
  after.next.prev, after.next = node, node
  return node
end

-- Each place once, in the order of statements.
local function add_place(node, place)
  if not node.seen[place] then
    node.seen[place] = true
    node.places[#node.places + 1] = word(place)
  end
end

-- The nodes of a block, of which `first` is one already: it ends behind each statement that may leave. The last one,
-- the place of its last statement that has one, and whether that may leave.
local function split(block, first, count_behind, arcs)
  local node, behind, last_place = first, nil, nil
  for gs in block:gslist() do
    if behind then
      local rest = add_node(node, count_behind(block, behind))
      arcs[#arcs + 1] = { from = node, to = rest, counter = rest.counter and "to" or "rest" }
      node = rest
    end
    behind = gs:may_leave() and gs or nil
    local file, line = gs:location()
    if file then
      last_place = file .. ":" .. line
      add_place(node, last_place)
    end
  end
  return node, last_place, behind ~= nil
end

-- Where GCC puts a block that splits an edge to a node.
local function place_of_split(from, to)
  local before = to.prev
  return before.goes[to] and from or before
end

local function instrument(fn)
  local id = fn:unique_id()
  local number = gcc.get_builtin_type("unsigned long")
  visit = visit or gcc.build_function_decl(gcc.get_builtin_type("void"), "gmc_visit_block", { number, number })
  local counters = fn:n_basicblocks()
  local function call(counter)
    return gcc.build_gimple_call(nil, visit, gcc.build_int_cst(id, number), gcc.build_int_cst(counter, number))
  end
  local function next_counter()
    counters = counters + 1
    return counters - 1
  end
  local function count_behind(block, gs)
    local counter = next_counter()
    return block:insert_after(gs, call(counter)) and counter or nil
  end

  -- The nodes, in a ring that begins at the entry and ends at the exit.
  local entry, exit = { goes = {}, preds = 0 }, { goes = {}, preds = 0, places = {} }
  entry.next, entry.prev, exit.next, exit.prev = exit, exit, entry, entry
  local blocks, arcs, head, tail, last_place, leaves = {}, {}, {}, {}, {}, {}
  head[1] = exit
  for _, block in ipairs(fn:basicblocks()) do
    if block ~= fn:entryblock() and block ~= fn:exitblock() then
      local index = block:index()
      blocks[#blocks + 1] = block
      local first = add_node(exit.prev, block:insert_first(call(index)) and index or nil)
      -- The line of the function itself is executed once for each call.
      if #blocks == 1 and fn:location() then add_place(first, fn:location()) end
      head[index] = first
      tail[index], last_place[index], leaves[index] = split(block, first, count_behind, arcs)
    end
  end

  -- Arcs. What control comes back to by a jump from elsewhere has no arc for that.
  for _, block in ipairs(blocks) do
    for _, edge in ipairs(block:edges()) do
      local from, to = tail[block:index()], head[edge:dest():index()]
      if edge:kind() == "abnormal" then
        to.is_come_back_to = true
      else
        to.preds = to.preds + 1
        from.goes[to] = edge:kind() ~= "eh" or nil
      end
    end
  end
  head[blocks[1]:index()].is_first = true
  for _, block in ipairs(blocks) do
    local index, edges = block:index(), block:edges()
    for _, edge in ipairs(edges) do
      local from, to = tail[index], head[edge:dest():index()]
      if edge:kind() ~= "abnormal" then
        local is_only = #edges == 1 and not leaves[index]
        local counter = "rest"
        if to.counter and to.preds == 1 and not to.is_first and not to.is_come_back_to then
          counter = "to"
        elseif is_only and from.counter then
          counter = "from"
        elseif to ~= exit then
          local own = next_counter()
          counter = edge:insert(call(own)) and own or "rest"
        end
        local file, line = edge:location()
        local place = file and file .. ":" .. line
        if file and is_only then
          if edge:has_own_place() then add_place(from, place) end
        elseif file and last_place[index] and last_place[index] ~= place then
          local jump = add_node(place_of_split(from, to))
          from.goes[to], from.goes[jump], jump.goes[to] = nil, true, true
          add_place(jump, place)
          arcs[#arcs + 1] = { from = from, to = jump, counter = counter == "to" and "beyond" or counter, beyond = to }
          from, counter = jump, "from"
        end
        arcs[#arcs + 1] = { from = from, to = to, counter = counter }
      end
    end
  end

  local lines = { string.format("function %d %s %s %s %d %s\n", id, word(fn:name()), word(fn:unit():file()),
    word(fn:location() or ":0"), fn:end_line() or 0, fn:decl():artificial() and "artificial" or "source") }
  local count, node = 0, entry.next
  while node ~= exit do
    count = count + 1
    node.number = count
    local how = node.is_come_back_to and "back" or node.is_first and "first" or "inner"
    lines[#lines + 1] = string.format("node %d %d %s %s %s\n", id, count, node.counter or "-", how,
      table.concat(node.places, " "))
    node = node.next
  end
  for _, arc in ipairs(arcs) do
    if arc.to ~= exit then
      local counter = arc.counter == "beyond" and arc.beyond.counter or arc.counter
      lines[#lines + 1] = string.format("arc %d %d %d %s\n", id, arc.from.number, arc.to.number, counter)
    end
  end
  gcc.append("blocks.map", table.concat(lines))
end

function gcclua()
  if gcc.compiling then instrument(gcc.cfun) end
end

-- Afterwards: the functions of the map with their counts.
local function read(map, counts)
  local functions, order = {}, {}
  for line in gcc.read(map):gmatch("[^\n]+") do
    local words = {}
    for word in line:gmatch("%S+") do words[#words + 1] = word end
    local kind, id = words[1], words[2]
    if kind == "function" then
      local file, start = words[5]:match("^(.*):(%d+)$")
      -- A unit that is compiled again says the same once more.
      if not functions[id] then order[#order + 1] = id end
      functions[id] = { name = unword(words[3]), unit = words[4], file = unword(file), first = tonumber(start),
        last = tonumber(words[6]), is_artificial = words[7] == "artificial", nodes = {}, counts = {} }
    elseif kind == "node" then
      local own = functions[id]
      own.nodes[tonumber(words[3])] = { number = tonumber(words[3]), counter = tonumber(words[4]), how = words[5],
        places = { table.unpack(words, 6) }, ins = {}, outs = {} }
    elseif kind == "arc" then
      local nodes = functions[id].nodes
      local arc = { from = nodes[tonumber(words[3])], to = nodes[tonumber(words[4])], counter = words[5] }
      table.insert(arc.from.outs, arc)
      table.insert(arc.to.ins, arc)
    end
  end
  for line in gcc.read(counts):gmatch("[^\n]+") do
    local id, counter, count = line:match("^(%d+) (%d+) (%d+)$")
    local own = functions[id] and functions[id].counts
    if own then own[tonumber(counter)] = (own[tonumber(counter)] or 0) + tonumber(count) end
  end
  local list = {}
  for at, id in ipairs(order) do list[at] = functions[id] end
  return list
end

-- Counts of nodes and arcs from those of counters.
local function solve(fn)
  local count_of_arc
  local function count_of(node)
    if node.count then return node.count end
    node.count = node.counter and (fn.counts[node.counter] or 0)
    if not node.count then
      node.count = 0 -- in a circle, which there is none of
      local sum = 0
      for _, arc in ipairs(node.ins) do sum = sum + count_of_arc(arc) end
      node.count = sum
    end
    return node.count
  end
  function count_of_arc(arc)
    if arc.count then return arc.count end
    local counter = tonumber(arc.counter)
    if counter then
      arc.count = fn.counts[counter] or 0
    elseif arc.counter == "rest" then
      arc.count = 0
      local left = count_of(arc.from)
      for _, other in ipairs(arc.from.outs) do left = left - (other ~= arc and count_of_arc(other) or 0) end
      arc.count = math.max(left, 0)
    else
      arc.count = count_of(arc.counter == "to" and arc.to or arc.from)
    end
    return arc.count
  end
  for _, node in ipairs(fn.nodes) do
    count_of(node)
    for _, arc in ipairs(node.outs) do count_of_arc(arc) end
  end
  for _, node in ipairs(fn.nodes) do
    if node.how ~= "inner" and node.counter then
      -- What does not come from another node comes from outside.
      local left = node.count
      for _, arc in ipairs(node.ins) do left = left - arc.count end
      table.insert(node.ins, { to = node, count = left })
    end
  end
end

-- How often control goes round among the nodes of a line: each elementary circuit (Hawick and James 2008) counts as
-- often as its rarest arc, which is then taken off all of its arcs.
local function circuits(nodes, inside)
  local total, left = 0, {}
  for _, node in ipairs(nodes) do
    for _, arc in ipairs(node.outs) do left[arc] = arc.count end
  end
  for _, start in ipairs(nodes) do
    local blocked, waiting, path = {}, {}, {}
    local function unblock(node)
      if not blocked[node] then return end
      blocked[node] = nil
      local list = waiting[node]
      waiting[node] = nil
      for _, other in ipairs(list) do unblock(other) end
    end
    local function is_wanted(arc) return arc.to.number >= start.number and left[arc] > 0 and inside[arc.to] end
    local function visit_from(node)
      local found = false
      blocked[node], waiting[node] = true, {}
      for _, arc in ipairs(node.outs) do
        if is_wanted(arc) then
          path[#path + 1] = arc
          if arc.to == start then
            local least = math.huge
            for _, it in ipairs(path) do least = math.min(least, left[it]) end
            for _, it in ipairs(path) do left[it] = left[it] - least end
            total, found = total + least, true
          elseif not blocked[arc.to] then
            local is_open = true
            for _, it in ipairs(path) do is_open = is_open and left[it] > 0 end
            if is_open and visit_from(arc.to) then found = true end
          end
          path[#path] = nil
        end
      end
      if found then
        unblock(node)
      else
        for _, arc in ipairs(node.outs) do
          if is_wanted(arc) and waiting[arc.to] then
            local list, is_there = waiting[arc.to], false
            for _, it in ipairs(list) do is_there = is_there or it == node end
            if not is_there then list[#list + 1] = node end
          end
        end
      end
      return found
    end
    visit_from(start)
  end
  return total
end

-- How often control comes to a line from others, and goes round within it.
local function count_of_line(line)
  if #line.nodes == 0 then return line.sum end
  local inside, total = {}, 0
  for _, node in ipairs(line.nodes) do inside[node] = true end
  for _, node in ipairs(line.nodes) do
    for _, arc in ipairs(node.ins) do
      if not inside[arc.from or false] then total = total + arc.count end
    end
  end
  return total + circuits(line.nodes, inside)
end

-- Gives the nodes of a function to lines. Those of functions that begin at the same place, such as instances of a
-- template, have lines of their own.
local function add_lines(fn, line_of)
  for _, node in ipairs(fn.nodes) do
    local ends_at, file, previous, group
    local function close()
      if file then
        table.sort(group)
        for _, number in ipairs(group) do
          ends_at = line_of(fn, file, number)
          ends_at.sum = ends_at.sum + node.count
        end
        -- To gcov the last node is the exit, which it is not.
        if ends_at and node.number < #fn.nodes then ends_at.nodes[#ends_at.nodes + 1] = node end
      end
    end
    for _, place in ipairs(node.places) do
      local own, number = place:match("^(.*):(%d+)$")
      own, number = unword(own), tonumber(number)
      if own ~= file then
        close()
        if not file then previous = nil end
        file, group = own, {}
      end
      -- A line of another file with the same number is left out, as gcov does.
      if number ~= previous then group[#group + 1] = number end
      previous = number
    end
    close()
  end
end

local function report()
  local functions = read(gcc.arguments[1], gcc.arguments[2])
  for _, fn in ipairs(functions) do solve(fn) end
  if gcc.parameter("format") == "blocks" then
    for _, fn in ipairs(functions) do
      for _, node in ipairs(fn.nodes) do
        print(string.format("%10d  %s <%d>  %s", node.count, fn.name, node.number, node.places[1] or ""))
      end
    end
    return
  end
  local groups, lines, order = {}, {}, {}
  for _, fn in ipairs(functions) do
    local key = table.concat({ fn.unit, fn.file, fn.first }, ":")
    groups[key] = (groups[key] or 0) + (fn.is_artificial and 0 or 1)
    fn.key = key
  end
  local function line_of(fn, file, number)
    local is_own = groups[fn.key] > 1 and file == fn.file and number >= fn.first and number <= fn.last
    local of = is_own and fn or fn.unit
    lines[of] = lines[of] or {}
    local key = file .. ":" .. number
    if not lines[of][key] then
      lines[of][key] = { file = file, number = number, nodes = {}, sum = 0 }
      order[#order + 1] = lines[of][key]
    end
    return lines[of][key]
  end
  for _, fn in ipairs(functions) do
    if not fn.is_artificial then add_lines(fn, line_of) end
  end
  local files = {}
  for _, line in ipairs(order) do
    files[line.file] = files[line.file] or {}
    local counted = files[line.file]
    counted[line.number] = (counted[line.number] or 0) + count_of_line(line)
  end
  for file, counted in pairs(files) do
    print(file)
    for line, count in pairs(counted) do print(string.format("%10d: %5d", count, line)) end
  end
end

if not gcc.compiling and #gcc.arguments == 2 then report() end
