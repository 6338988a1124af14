-- call-graph: who calls whom, and in which orders locks are taken
--
--   gmc script call-graph prog.c                               calls, and orders of locks that contradict each other
--   gmc script call-graph prog.c --script-set format=dot       the calls in Graphviz's language
--
-- A lock is what the argument of the function that takes it says (`&m`, `&account->lock`). Locks of callees count where
-- they are called, so the orders are those of the whole program; ways that no run takes are among them.

local format = gcc.parameter("format", "text")
local takes = { pthread_mutex_lock = true, pthread_spin_lock = true, pthread_rwlock_wrlock = true,
  pthread_rwlock_rdlock = true, mtx_lock = true }
local gives = { pthread_mutex_unlock = true, pthread_spin_unlock = true, pthread_rwlock_unlock = true,
  mtx_unlock = true }

local calls, order = {}, {}

local function place(gs)
  local file, line = gs:location()
  return file and file .. ":" .. line or "?"
end

function gcclua()
  local fn = gcc.cfun
  local name = fn:name()
  calls[name] = calls[name] or {}
  order[#order + 1] = name
  for _, block in ipairs(fn:basicblocks()) do
    for gs in block:gslist() do
      local callee = gs:callee_name() or (gs:codename() == "gimple_call" and tostring(gs:callee()))
      if callee then calls[name][callee] = calls[name][callee] or place(gs) end
    end
  end
end

-- What a call names as its lock: what a temporary stands for, where it is one.
local function lock_of(fn, gs)
  local lock = gs:args()[1]
  for _, block in ipairs(lock:isssaname() and fn:basicblocks() or {}) do
    for other in block:gslist() do
      if other:lhs() == lock and other:codename() == "gimple_assign" then return tostring(other:operand(1)) end
    end
  end
  return tostring(lock)
end

-- The locks that a function takes, its callees included.
local function taken(name, seen)
  local fn = gcc.program:find(name)
  local out = {}
  if not fn or seen[name] then return out end
  seen[name] = true
  for _, block in ipairs(fn:basicblocks()) do
    for gs in block:gslist() do
      local callee = gs:callee_name()
      if takes[callee] then
        out[lock_of(fn, gs)] = true
      elseif callee then
        for lock in pairs(taken(callee, seen)) do out[lock] = true end
      end
    end
  end
  return out
end

local before = {}

local function note(held, lock, gs)
  for first in pairs(held) do
    if first ~= lock then
      before[first] = before[first] or {}
      before[first][lock] = before[first][lock] or place(gs)
    end
  end
end

-- Follows which locks may be held, block by block, until nothing changes.
local function locks(fn)
  local at_start, left = { [fn:entryblock():index()] = {} }, { fn:entryblock() }
  while #left > 0 do
    local block = table.remove(left)
    local held = {}
    for lock in pairs(at_start[block:index()]) do held[lock] = true end
    for gs in block:gslist() do
      local callee = gs:callee_name()
      if takes[callee] then
        note(held, lock_of(fn, gs), gs)
        held[lock_of(fn, gs)] = true
      elseif gives[callee] then
        held[lock_of(fn, gs)] = nil
      elseif callee and next(held) then
        for lock in pairs(taken(callee, {})) do note(held, lock, gs) end
      end
    end
    for _, succ in ipairs(block:succs()) do
      local known = at_start[succ:index()]
      local changed = not known
      known = known or {}
      for lock in pairs(held) do
        if not known[lock] then known[lock], changed = true, true end
      end
      at_start[succ:index()] = known
      if changed then left[#left + 1] = succ end
    end
  end
end

function gcclua_post()
  if format == "dot" then
    print("digraph calls {")
    for _, name in ipairs(order) do
      for callee in pairs(calls[name]) do print(string.format('  "%s" -> "%s";', name, callee)) end
    end
    print("}")
    return
  end
  for _, name in ipairs(order) do
    for callee, where in pairs(calls[name]) do print(name .. " calls " .. callee .. " (" .. where .. ")") end
  end
  for _, fn in ipairs(gcc.functions()) do locks(fn) end
  for first, seconds in pairs(before) do
    for second, where in pairs(seconds) do
      print("lock " .. first .. " is held when " .. second .. " is taken (" .. where .. ")")
      local back = before[second] and before[second][first]
      if back and first < second then
        print("  CONTRADICTION: " .. second .. " is held when " .. first .. " is taken (" .. back .. ")")
      end
    end
  end
end
