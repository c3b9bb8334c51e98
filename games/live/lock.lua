-- Lock one thing of an aggregate for a while; no new version. KEYS: 1 the aggregate. ARGV: 1 name, 2 milliseconds.
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
local time = redis.call('TIME')
local until_ms = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2]
redis.call('HSET', KEYS[1], 'k:' .. ARGV[1], string.format('%.0f', until_ms))
return 1
