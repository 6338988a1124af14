-- symbolic-executor: says of each path through a function whether any input takes it
--
--   gmc script symbolic-executor foo.c [--script-set function=foo] [--script-set path=011] [--script-set depth=8]
--
-- A path is a text of 0 and 1: which way each branch goes that is met. A path that no input takes fails at the first
-- branch that contradicts those before it. Locals of whole numbers are followed exactly; what is read from memory, and
-- what calls return, may be anything. Signed numbers do not overflow.

local only = gcc.parameter("function")
local given = gcc.parameter("path")
local most = tonumber(gcc.parameter("depth", 8))

local fresh = 0

local function bits_of(tree)
  local ty = tree:istype() and tree or tree:type()
  return ty and ty:precision()
end

-- A number that nothing is known of.
local function unknown(bits)
  fresh = fresh + 1
  return smt.variable("unknown" .. fresh, bits)
end

local comparisons = {
  lt_expr = { "lt", "ult" }, le_expr = { "le", "ule" }, gt_expr = { "gt", "ugt" }, ge_expr = { "ge", "uge" },
  eq_expr = { "eq", "eq" }, ne_expr = { "ne", "ne" },
}
local wide = { plus_expr = "add", minus_expr = "sub", mult_expr = "mul" }
local plain = {
  bit_and_expr = "band", bit_ior_expr = "bor", bit_xor_expr = "bxor",
}

-- One path at work: values of locals, and the conditions so far.
local Path = {}
Path.__index = Path

function Path.new()
  return setmetatable({ values = {}, conditions = {} }, Path)
end

function Path:assume(condition)
  self.conditions[#self.conditions + 1] = condition
end

function Path:compare(code, a, b, unsigned)
  local method = comparisons[code][unsigned and 2 or 1]
  return a[method](a, b)
end

-- The value of a tree; nothing where it is no whole number of at most 64 bits.
function Path:value(tree)
  local bits = bits_of(tree)
  if not bits or bits > 64 then return nil end
  local code = tree:codename()
  if code == "integer_cst" then
    local number = tree:value()
    return type(number) == "number" and smt.constant(number, bits) or unknown(bits)
  elseif tree:isdecl() or tree:isssaname() then
    if tree:static() or tree:addressable() then return unknown(bits) end
    local key = tree:ptr()
    if not self.values[key] then self.values[key] = unknown(bits) end
    return self.values[key]
  end
  local a = tree:n_operands() >= 1 and self:value(tree:operand(0)) or nil
  local b = tree:n_operands() >= 2 and self:value(tree:operand(1)) or nil
  if code == "nop_expr" and a then
    if tree:operand(0):type():unsigned() then return a:zext(bits) end
    return a:sext(bits)
  elseif comparisons[code] and a and b then
    local holds = self:compare(code, a, b, tree:operand(0):type():unsigned())
    return holds:zext(bits)
  elseif wide[code] and a and b and bits <= 64 then
    if tree:type():unsigned() then return a[wide[code]](a, b) end
    local x, y = a:sext(2 * bits), b:sext(2 * bits)
    local exact = x[wide[code]](x, y)
    local cut = exact:sext(bits)
    self:assume(cut:sext(2 * bits):eq(exact))
    return cut
  elseif plain[code] and a and b then
    return a[plain[code]](a, b)
  elseif code == "negate_expr" and a then
    return a:neg()
  elseif code == "bit_not_expr" and a then
    return a:bnot()
  end
  return unknown(bits)
end

function Path:execute(gs)
  local code = gs:codename()
  local target = gs:lhs()
  if not target or not (target:isdecl() or target:isssaname()) or target:static() then return end
  if code == "gimple_assign" and not gs:ends_scope() then
    local tuple = { gs:tuple() }
    local value
    if #tuple == 4 then
      value = self:value(tuple[4])
      if gs:exprcode() ~= tuple[4]:codename() then value = self:operation(gs, tuple) end
    else
      value = self:operation(gs, tuple)
    end
    self.values[target:ptr()] = value
  else
    self.values[target:ptr()] = nil
  end
end

-- What an operation of an assignment computes.
function Path:operation(gs, tuple)
  local bits = bits_of(tuple[2])
  if not bits or bits > 64 then return nil end
  return self:value(setmetatable({ code = tuple[3], operands = { tuple[4], tuple[5] }, of = tuple[2] }, Operation))
end

-- An operation that looks like a tree.
Operation = {}
Operation.__index = Operation
function Operation:codename() return self.code end
function Operation:n_operands() return #self.operands end
function Operation:operand(i) return self.operands[i + 1] end
function Operation:type() return self.of:type() end
function Operation:istype() return false end
function Operation:isdecl() return false end
function Operation:isssaname() return false end

-- Follows a path. Returns how many branches were met, and at which one it became impossible.
local function follow(fn, choices)
  local path, block, met, steps = Path.new(), fn:entryblock():succs()[1], 0, 0
  while block and block ~= fn:exitblock() do
    steps = steps + 1
    if steps > 1000 then break end
    local nextblock
    for gs in block:gslist() do
      if gs:codename() == "gimple_cond" then
        local _, left, code, right, yes, no = gs:tuple()
        met = met + 1
        if met > #choices then return met, nil end
        local a, b = path:value(left), path:value(right)
        local takes = choices:sub(met, met) == "1"
        if a and b then
          local holds = path:compare(code, a, b, left:type():unsigned())
          path:assume(takes and holds or holds:bnot())
          local feasible, why = smt.feasible(path.conditions)
          if feasible == false then return met, met end
          if feasible == nil then error("no one knows whether a path can be taken: " .. why) end
        end
        nextblock = takes and yes or no
      else
        path:execute(gs)
      end
    end
    block = nextblock or block:succs()[1]
  end
  return met, nil
end

local function report(fn, choices)
  local met, failed = follow(fn, choices)
  if failed then
    print("checking path " .. choices .. ": no, failed at depth: " .. failed)
  else
    print("checking path " .. choices .. ": yes")
  end
  return met
end

-- All texts of so many choices: the last one changes slowest, then the first one.
local function all(count)
  if count == 0 then return { "" } end
  local list = {}
  for last = 0, 1 do
    for number = 0, 2 ^ (count - 1) - 1 do
      local text = ""
      for at = count - 2, 0, -1 do
        text = text .. (math.floor(number / 2 ^ at) % 2 == 1 and "1" or "0")
      end
      list[#list + 1] = text .. last
    end
  end
  return list
end

function gcclua()
  local fn = gcc.cfun
  if only and fn:name() ~= only then return end
  print("function: " .. tostring(fn))
  if given then
    report(fn, given)
    return
  end
  local branches = 0
  for _, block in ipairs(fn:basicblocks()) do
    for gs in block:gslist() do
      if gs:codename() == "gimple_cond" then branches = branches + 1 end
    end
  end
  for _, choices in ipairs(all(math.min(branches, most))) do
    report(fn, choices)
  end
end
