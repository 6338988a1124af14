-- Metatables: classes, operators, proxies, garbage collection.
local Vector = {}
Vector.__index = Vector
function Vector.new(x, y) return setmetatable({ x = x, y = y }, Vector) end
function Vector.__add(a, b) return Vector.new(a.x + b.x, a.y + b.y) end
function Vector.__mul(a, k) return Vector.new(a.x * k, a.y * k) end
function Vector.__eq(a, b) return a.x == b.x and a.y == b.y end
function Vector.__lt(a, b) return a:length() < b:length() end
function Vector.__len(a) return 2 end
function Vector.__tostring(a) return '(' .. a.x .. ', ' .. a.y .. ')' end
function Vector.__call(a, f) return Vector.new(f(a.x), f(a.y)) end
function Vector.__concat(a, b) return tostring(a) .. tostring(b) end
function Vector:length() return math.sqrt(self.x * self.x + self.y * self.y) end
local v = Vector.new(3, 4)
print(v, v + v, v * 10, v == Vector.new(3, 4), v < v * 2, #v, v:length(), v(function(x) return -x end), v .. v)

local Animal = {}
Animal.__index = Animal
function Animal.new(name) return setmetatable({ name = name }, Animal) end
function Animal:speak() return self.name .. ' makes a sound' end
local Dog = setmetatable({}, { __index = Animal })
Dog.__index = Dog
function Dog:speak() return Animal.speak(self) .. ': woof' end
print(setmetatable(Animal.new('Rex'), Dog):speak())

local reads, writes = 0, 0
local store = {}
local proxy = setmetatable({}, {
  __index = function(_, k) reads = reads + 1 return store[k] end,
  __newindex = function(_, k, value) writes = writes + 1 store[k] = value end,
})
for i = 1, 200 do proxy[i] = i end
local sum = 0
for i = 1, 200 do sum = sum + proxy[i] end
print(reads, writes, sum)

local weak = setmetatable({}, { __mode = 'k' })
for i = 1, 50 do weak[{}] = i end
collectgarbage()
local left = 0
for _ in pairs(weak) do left = left + 1 end
print('left', left)

local grid = {}
for i = 1, 200 do
  grid[i] = setmetatable({}, { __index = function(t, j) local value = i * j t[j] = value return value end })
end
local total = 0
for i = 1, 200 do for j = 1, 200 do total = total + grid[i][j] end end
print(total, rawget(grid[3], 4), rawget(grid[3], 99))
print(pcall(function() return v + nil end))
print(tostring(setmetatable({}, { __name = 'Named' })):match('^Named'))
