x = 6 * 7
= x
print(("a"):rep(5))
error("oops")
for i = 1, 3 do io.write(i, " ") end print()
local y <const> = 1; y = 2
return io.read and 1
