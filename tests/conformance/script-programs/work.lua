local function fib(n) if n < 2 then return n end return fib(n-1) + fib(n-2) end
print(fib(18))
local t = {} for i = 1, 2000 do t[i] = (i * 7919) % 2003 end table.sort(t) print(t[1], t[1000], #t)
print(("hello world"):gsub("o", "0"), string.format("%5.2f %q", 3.14159, "a\nb"))
local co = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end) print(co(), co(), co())
print(pcall(error, {1}), select('#', table.unpack({1, 2, nil, 4}, 1, 4)))
