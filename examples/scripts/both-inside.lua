-- both-inside: two threads are never in the function `inside` at once.

function on_state()
  local there = {}
  for _, it in ipairs(gvm.threads()) do
    for i = 1, gvm.n_frames(it.number) do
      if gvm.frame(i, it.number) == "inside" then
        there[#there + 1] = it.number
      end
    end
  end
  if #there > 1 then
    return "threads " .. table.concat(there, " and ") .. " are in `inside` at once"
  end
end
