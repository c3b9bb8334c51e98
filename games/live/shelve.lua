-- Take a match that was put aside, and its room, out of the store: the database has them.
-- KEYS: 1 deadlines, 2 outbox, 3 the match, 4 the room. ARGV: 1 the outbox entry's key, 2 the match's state as recorded.
-- A match that is another one by now (it goes on) stays; its entry goes in any case. Answers 1 when it was taken out.
redis.call('HDEL', KEYS[2], ARGV[1])
if redis.call('HGET', KEYS[3], 's') ~= ARGV[2] then
  return 0
end
for i = 3, 4 do
  local key = KEYS[i]
  local name = string.match(key, '^{s%x%x}:(.*)$')
  for _, field in ipairs(redis.call('HKEYS', key)) do
    local kind = string.match(field, '^d:(.*)$')
    if kind then
      redis.call('ZREM', KEYS[1], name .. '|' .. kind)
    end
  end
  redis.call('DEL', key, key .. ':log', key .. ':acts', key .. ':acts0')
end
return 1
