-- Shorten or remove one lease. KEYS: 1 leases, 2 the room's holders.
-- ARGV: 1 room, 2 member, 3 the socket that gives it up or "" (the clock, after the lease has lapsed), 4 milliseconds left.
local row = ARGV[1] .. '|' .. ARGV[2]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[3] == '' then
  if tonumber(redis.call('ZSCORE', KEYS[1], row) or 0) <= now then
    redis.call('ZREM', KEYS[1], row)
    redis.call('HDEL', KEYS[2], ARGV[2])
    return 1
  end
elseif redis.call('HGET', KEYS[2], ARGV[2]) == ARGV[3] then
  redis.call('ZADD', KEYS[1], 'LT', now + ARGV[4], row)
  return 1
end
return 0
