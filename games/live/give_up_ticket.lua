-- Give up a ticket of quick play that still waits. KEYS: 1 the person's ticket. ARGV: 1 the person.
-- Answers 0 when a table has been set for it: then there is nothing left to give up.
local had = redis.call('HMGET', KEYS[1], 'bench', 'table')
if had[2] then
  return 0
end
if had[1] then
  redis.call('ZREM', '{quick}:bench:' .. had[1], ARGV[1])
  redis.call('DEL', KEYS[1])
end
return 1
