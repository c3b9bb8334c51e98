-- Put a deadline that has passed off and count the try, or remove a row that belongs to nothing; no new version.
-- KEYS: 1 deadlines, 2 the aggregate. ARGV: 1 kind, 2 epoch, 3 version, 4 milliseconds from now, or '' to remove.
-- Does nothing when the aggregate has changed: then its deadlines are others.
local name = string.match(KEYS[2], '^{s%x%x}:(.*)$')
local had = redis.call('HMGET', KEYS[2], 'e', 'v', 'd:' .. ARGV[1])
if not had[2] then
  redis.call('ZREM', KEYS[1], name .. '|' .. ARGV[1])
  return 0
end
if had[1] ~= ARGV[2] or had[2] ~= ARGV[3] then
  return 0
end
if ARGV[4] == '' or not had[3] then
  redis.call('HDEL', KEYS[2], 'd:' .. ARGV[1])
  redis.call('ZREM', KEYS[1], name .. '|' .. ARGV[1])
  return 1
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local before, length, tries = string.match(had[3], '^(%d+):(%d+):(%d+)$')
if tonumber(before) > now then
  return 0
end
local due = now + ARGV[4]
redis.call('HSET', KEYS[2], 'd:' .. ARGV[1], string.format('%.0f:%s:%d', due, length, tries + 1))
redis.call('ZADD', KEYS[1], due, name .. '|' .. ARGV[1])
return 1
