-- Lua's standard library, as a program sees it: what it prints must be what it prints natively.
print(...)
print(string.format("%5.2f %q %s %d %x %g %i", 3.14159, "a\nb\0c", tostring(nil), 42, 255, 1e100, 7))
local t = {}
for i = 1, 100 do t[i] = (i * 7919) % 101 end
table.sort(t)
print(table.concat(t, ","), #t, select("#", table.unpack(t, 1, 5)))
for w, n in string.gmatch("one=1, two=2, three=3", "(%a+)=(%d+)") do io.write(w, n, ";") end
print(("x"):rep(3, "-"), ("hello"):upper(), ("hello"):find("l+"), ("hello"):gsub("l", "L"), ("%d"):byte(1, -1))
print(os.time{year = 2024, month = 1, day = 1, hour = 0}, os.date("!%Y-%m-%d %H:%M:%S", 86399), os.date("!*t", 0).year)
print(math.sin(1), math.tointeger(3.0), 7 // 2, -7 % 3, 2^53, math.maxinteger, math.pi, 1e15, 0x10p2, 10 / 3)
local f = assert(io.open("out.txt", "w"))
f:write("hello\n", 1, " ", 2.5, "\nlast")
f:close()
for l in io.lines("out.txt") do print(l) end
f = io.open("out.txt")
print(f:read("l", "n", "n", "a"), f:seek("set", 2), f:read(3), f:seek("end"))
f:close()
print(pcall(error, "message"), pcall(error, {code = 1}) == false, select(2, pcall(string.rep)))
print(utf8.char(228, 8364), utf8.len("äö"), utf8.codepoint("ä", 1))
local co = coroutine.wrap(function(...) for i = 1, select("#", ...) do coroutine.yield(i, (select(i, ...))) end return "end" end)
print(co("a", "b"), co(), co())
print(os.rename("out.txt", "o2.txt"), os.remove("o2.txt"), os.getenv("NO_SUCH_VARIABLE"), io.open("missing"))
local name = os.tmpname()
print(type(name), os.remove(name))
print(load("return 1 + 1")(), load("syntax error here"), string.pack("<i4", 100):byte(1, -1))
print(table.move({1, 2, 3}, 2, 3, 1)[1], next({}), rawlen({1, 2}), type(os.clock()), collectgarbage("count") > 0)
goto done
print("never")
::done::
print(require("string") == string, package.path ~= nil, debug.getinfo(1).currentline)
os.exit(3)
