-- Leases of sockets: a member of a room is present while his lease runs; his newest socket holds it.
-- KEYS: 1 leases (sorted set), 2.. one hash per room: member -> the socket that holds the lease.
-- ARGV: 1 milliseconds, then for each room its id, its number of sockets, and for each of these: member, socket, "take" or "keep".
-- Answers for each socket 1 (held, and was present), 2 (held, and was absent before) or 0 (another socket holds it).
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answers, at = {}, 2
for i = 2, #KEYS do
  local room, sockets = ARGV[at], tonumber(ARGV[at + 1])
  at = at + 2
  for _ = 1, sockets do
    local member, socket, how = ARGV[at], ARGV[at + 1], ARGV[at + 2]
    at = at + 3
    local row = room .. '|' .. member
    local holder = redis.call('HGET', KEYS[i], member)
    local lease = tonumber(redis.call('ZSCORE', KEYS[1], row) or 0)
    if how == 'take' or not holder or holder == socket or lease == 0 then
      redis.call('HSET', KEYS[i], member, socket)
      redis.call('ZADD', KEYS[1], now + ARGV[1], row)
      answers[#answers + 1] = lease > now and 1 or 2
      if holder and holder ~= socket then
        redis.call('PUBLISH', 'room:' .. room, 'holder:' .. member .. ':' .. socket)
      end
    else
      answers[#answers + 1] = 0
    end
  end
  redis.call('EXPIRE', KEYS[i], 86400)
end
return answers
