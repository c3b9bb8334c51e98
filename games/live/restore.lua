-- Put aggregates of one shard (a room and its match) back into the store as they were kept: all of them, or none.
-- KEYS: 1 deadlines, 2.. the aggregates. ARGV: 1 the server's run id, then for each aggregate: epoch, version, state,
--   number of deadlines (then kind, ms from now), number of log entries (then these, oldest first).
-- Answers 0 when any of them is there already, else 1. The epoch is newer than any that a page may have seen.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i = 2, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 1 then
    return 0
  end
end
local at = 2
for i = 2, #KEYS do
  local key = KEYS[i]
  local name = string.match(key, '^{s%x%x}:(.*)$')
  local epoch = math.max(ARGV[at] + 1, tonumber(time[1]))
  local fields = {'r', ARGV[1], 'e', string.format('%.0f', epoch), 'v', ARGV[at + 1], 's', ARGV[at + 2]}
  local deadlines = tonumber(ARGV[at + 3])
  at = at + 4
  for _ = 1, deadlines do
    local kind, length = ARGV[at], ARGV[at + 1]
    fields[#fields + 1] = 'd:' .. kind
    fields[#fields + 1] = string.format('%.0f:%s:0', now + length, length)
    redis.call('ZADD', KEYS[1], now + length, name .. '|' .. kind)
    at = at + 2
  end
  redis.call('DEL', key .. ':log', key .. ':acts', key .. ':acts0')
  redis.call('HSET', key, unpack(fields))
  local entries = tonumber(ARGV[at])
  for entry = at + 1, at + entries do
    redis.call('RPUSH', key .. ':log', ARGV[entry])
  end
  at = at + entries + 1
end
return 1
