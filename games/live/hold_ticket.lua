-- Take or hold a person's one ticket of quick play, and set a table as soon as its bench is full, all in one step.
-- KEYS: 1 the person's ticket (hash). The bench, the other tickets and the table's record bear the same tag.
-- ARGV: 1 the person, 2 the bench to take a ticket for, or '' to hold the one there is, 3 the bench's seats,
--   4 lease (ms), 5 seconds a ticket is kept, 6 the id that a table set now will have, 7 the table whose match is over
--   for this person, so that its ticket is used up, or '', 8.. with a new ticket, who is not seated with this person.
-- A ticket: bench, seats, since (ms), lease (ms until which its page has said that it waits), table once it has one,
--   apart (who is not seated with its person, one a line).
-- A bench is a sorted set of persons by since. A table's record: bench, and its persons in order, one a line.
-- Answers: {'none'}, {'waiting', now, bench, since, found} or {'table', id}.
local tag = '{quick}:'
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ticket, person = KEYS[1], ARGV[1]

local function text(number)
  return string.format('%.0f', number)
end

local had = redis.call('HMGET', ticket, 'bench', 'seats', 'since', 'table')
local bench, seats, since, at_table = had[1], had[2], had[3], had[4]
if at_table and not (ARGV[2] ~= '' and ARGV[7] == at_table) then
  return {'table', at_table}
end
if at_table or not bench then
  if ARGV[2] == '' then
    return {'none'}
  end
  redis.call('DEL', ticket)
  bench, seats, since = ARGV[2], ARGV[3], text(now)
  redis.call('HSET', ticket, 'bench', bench, 'seats', seats, 'since', since)
  redis.call('HSET', ticket, 'apart', '\n' .. table.concat(ARGV, '\n', 8) .. '\n')
end
redis.call('HSET', ticket, 'lease', text(now + ARGV[4]))
redis.call('EXPIRE', ticket, ARGV[5])
local waiting = tag .. 'bench:' .. bench
redis.call('ZADD', waiting, since, person)
redis.call('EXPIRE', waiting, ARGV[5])

-- Whoever's page has not said for a lease that it waits is passed over; he is on the bench again when it does.
-- Two of whom one keeps apart from the other do not sit together: the later one waits on.
local party, aparts = {}, {}
local function fits(other, apart)
  for place, seated in ipairs(party) do
    if string.find(apart, '\n' .. seated .. '\n', 1, true) or string.find(aparts[place], '\n' .. other .. '\n', 1, true) then
      return false
    end
  end
  return true
end
for _, other in ipairs(redis.call('ZRANGE', waiting, 0, -1)) do
  local state = redis.call('HMGET', tag .. 'ticket:' .. other, 'bench', 'lease', 'table', 'apart')
  if state[1] ~= bench or state[3] or tonumber(state[2]) <= now then
    redis.call('ZREM', waiting, other)
  elseif #party < tonumber(seats) and fits(other, state[4] or '') then
    party[#party + 1] = other
    aparts[#party] = state[4] or ''
  end
end
if #party < tonumber(seats) then
  return {'waiting', now, bench, tonumber(since), #party}
end
local id = ARGV[6]
for _, other in ipairs(party) do
  redis.call('ZREM', waiting, other)
  redis.call('HSET', tag .. 'ticket:' .. other, 'table', id)
  redis.call('EXPIRE', tag .. 'ticket:' .. other, ARGV[5])
end
redis.call('HSET', tag .. 'table:' .. id, 'bench', bench, 'party', table.concat(party, '\n'))
redis.call('EXPIRE', tag .. 'table:' .. id, ARGV[5])
if redis.call('HGET', ticket, 'table') == id then
  return {'table', id}
end
return {'waiting', now, bench, tonumber(since), 1}
