-- Lists what scripts can call, by looking at the tables themselves.
local libraries = { "gcc", "gcc_program", "gcc_unit", "gcc_function", "gcc_basicblock", "gcc_edge",
  "gcc_gimple", "gcc_tree" }
for _, library in ipairs(libraries) do
  print("* " .. library)
  for name, value in pairs(_G[library]) do
    print(type(value), name)
  end
end
gcc.quit_compilation(0)
