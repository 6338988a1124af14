-- Closures: counters, memoisation, composition, varargs.
local function counter()
  local n = 0
  return function(by) n = n + (by or 1) return n end
end
local a, b = counter(), counter()
for _ = 1, 1000 do a() b(2) end
print(a(), b())

local function memoise(f)
  local known = {}
  return function(n)
    local v = known[n]
    if v == nil then v = f(n) known[n] = v end
    return v
  end
end
local fib
fib = memoise(function(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end)
print(fib(80))

local function slow(n) return n < 2 and n or slow(n - 1) + slow(n - 2) end
print(slow(24))

local function compose(...)
  local functions = { ... }
  return function(x)
    for i = #functions, 1, -1 do x = functions[i](x) end
    return x
  end
end
print(compose(math.sqrt, math.abs, function(x) return x - 100 end)(36))
print(select('#', table.unpack({ 1, nil, 3 }, 1, 3)), select(2, pcall(error, { code = 1 })).code)
local sorted = {}
for i = 1, 500 do sorted[i] = (i * 7919) % 503 end
table.sort(sorted, function(x, y) return x > y end)
print(sorted[1], sorted[250], sorted[500])
print(string.format('%5.2f|%d|%s|%q|%x|%g', math.pi, 42, 'text', 'a "quoted"\n', 255, 1e20))
print(7 // 2, -7 // 2, 7 % -3, 2 ^ 10, 7 / 2, 1 << 4, 5 & 3, 5 | 3, 5 ~ 3, math.maxinteger, math.mininteger)
