-- Strings: patterns, substitution, building.
local text = {}
for i = 1, 3000 do text[#text + 1] = ('word%d = %d; '):format(i, i * i) end
text = table.concat(text)
local sum, count = 0, 0
for name, value in text:gmatch('(%a+%d+)%s*=%s*(%d+)') do
  sum, count = sum + tonumber(value), count + 1
end
print(#text, sum, count)
print(text:find('word299', 1, true), text:find('w(o)rd(%d+) = 100;'))
print((text:gsub('%d+', function(d) return '<' .. #d .. '>' end)):sub(1, 80))
print(('hello world'):gsub('o', '0'), ('%d'):rep(3, ','), ('abc'):reverse():upper())
print(('  trim me  '):match('^%s*(.-)%s*$') .. '|', ('key=value'):match('(%w+)=(%w+)'))
print(('f(a(b)c)d'):match('%b()'), ('THE (quick) fox'):find('%((%a+)%)'))
print(string.byte('ABC', 1, 3), string.char(72, 105), #('\u{20AC}'), utf8.char(8364, 97), utf8.len('äöü'))
local words = {}
for w in ('the quick brown fox jumps over the lazy dog the end'):gmatch('%a+') do words[w] = (words[w] or 0) + 1 end
local names = {}
for w in pairs(words) do names[#names + 1] = w end
table.sort(names)
for _, w in ipairs(names) do io.write(w, ':', words[w], ' ') end
print()
print(tostring(nil), tostring(1.5), tonumber('0x10'), tonumber('1e2'), tonumber('z', 36), tonumber('abc'))
print(pcall(string.rep, 'x', -1), string.pack('<i4', 7):byte(1, -1))
