-- One aggregate as it stands. KEYS: 1 the aggregate. ARGV: 1 the server's run id.
-- A server that is not the one that last wrote here raises the epoch first: versions may have gone back.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local had = redis.call('HMGET', KEYS[1], 'e', 'r')
if had[1] and had[2] ~= ARGV[1] then
  redis.call('HSET', KEYS[1], 'e', math.max(had[1] + 1, tonumber(time[1])), 'r', ARGV[1])
end
return {now, redis.call('HGETALL', KEYS[1])}
