-- Coroutines: generators, a scheduler, errors.
local function permutations(items)
  local function go(n)
    if n == 0 then coroutine.yield(table.concat(items, ''))
    else
      for i = 1, n do
        items[n], items[i] = items[i], items[n]
        go(n - 1)
        items[n], items[i] = items[i], items[n]
      end
    end
  end
  return coroutine.wrap(function() go(#items) end)
end
local n = 0
for p in permutations { 'a', 'b', 'c', 'd', 'e' } do
  n = n + 1
  if n % 30 == 0 then print(p) end
end
print(n)

local log, tasks = {}, {}
for id = 1, 4 do
  tasks[id] = coroutine.create(function()
    for step = 1, id do
      log[#log + 1] = id .. '.' .. step
      coroutine.yield(step)
    end
    return 'done'
  end)
end
while #tasks > 0 do
  for i = #tasks, 1, -1 do
    local ok, value = coroutine.resume(tasks[i])
    if coroutine.status(tasks[i]) == 'dead' then table.remove(tasks, i) end
    assert(ok and value)
  end
end
print(table.concat(log, ' '))
print(coroutine.resume(coroutine.create(function() error('inside') end)))
print(coroutine.isyieldable(), coroutine.wrap(function() return coroutine.isyieldable() end)())

local function primes(limit)
  return coroutine.wrap(function()
    local sieve = {}
    for i = 2, limit do
      if not sieve[i] then
        coroutine.yield(i)
        for j = i * i, limit, i do sieve[j] = true end
      end
    end
  end)
end
local last, total = 0, 0
for p in primes(30000) do last, total = p, total + 1 end
print(last, total)
