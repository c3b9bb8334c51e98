-- One commit of one or more aggregates (rooms, matches) of one shard: all of them or none.
-- KEYS: 1 deadlines (sorted set), 2 leases (sorted set), 3 outbox (hash), 4.. the aggregates (hashes).
--   An aggregate's log and act ids lie beside it under its own name, so in the same slot.
-- ARGV: 1 the server's run id, then for each aggregate, in the order of the keys: 14 words, and the pairs they count.
-- Fields of an aggregate: r run id, e epoch, v version, s state, l last log entry,
--   d:<kind> deadline "<ms>:<length>:<tries>", k:<name> lock (ms until it ends).
-- A change: 1 expected epoch, 2 expected version (0 = create), 3 state, 4 act id, 5 outcome, 6 log entry,
--   7 refused late after this deadline, 8 refused early before this one, 9 refused while this lock runs,
--   10 refused while this lease runs, 11 seconds to live or 0, 12 number of deadlines set (then kind, ms from now),
--   13 number of deadlines removed (then kind), 14 number of outbox entries (then key, entry). Absent words are ''.
-- Answers: {"ok", now, epoch, version, ...} or {refusal, now, position of the change, more...}.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local run = ARGV[1]
local starts, epochs, answer = {}, {}, {'ok', now}
local start = 1

local function passed(deadline)
  return tonumber(string.match(deadline, '^%d+')) <= now
end

for i = 4, #KEYS do
  local key = KEYS[i]
  local act, before, after, free, lease = ARGV[start + 4], ARGV[start + 7], ARGV[start + 8], ARGV[start + 9], ARGV[start + 10]
  if act ~= '' then
    local outcome = redis.call('HGET', key .. ':acts', act) or redis.call('HGET', key .. ':acts0', act)
    if outcome then
      return {'repeated', now, i - 4, outcome, redis.call('HGETALL', key)}
    end
  end
  local had = redis.call('HMGET', key, 'e', 'v', 'r', 'd:' .. before, 'd:' .. after, 'k:' .. free)
  local epoch, version = had[1], had[2]
  if not version then
    if ARGV[start + 2] ~= '0' then
      return {'gone', now, i - 4}
    end
    epoch = time[1]
  elseif had[3] ~= run then
    -- The server is not the one that last wrote here: what was seen since may be lost, and readers must know.
    redis.call('HSET', key, 'e', math.max(epoch + 1, tonumber(time[1])), 'r', run)
    return {'conflict', now, i - 4, redis.call('HGETALL', key)}
  elseif ARGV[start + 2] ~= version or ARGV[start + 1] ~= epoch then
    return {'conflict', now, i - 4, redis.call('HGETALL', key)}
  end
  if before ~= '' and had[4] and passed(had[4]) then
    return {'late', now, i - 4}
  end
  if after ~= '' and not (had[5] and passed(had[5])) then
    return {'early', now, i - 4}
  end
  if free ~= '' and had[6] and tonumber(had[6]) > now then
    return {'locked', now, i - 4}
  end
  if lease ~= '' and tonumber(redis.call('ZSCORE', KEYS[2], lease) or 0) > now then
    return {'early', now, i - 4}
  end
  epochs[i], starts[i] = epoch, start
  start = start + 14 + 2 * ARGV[start + 12] + ARGV[start + 13] + 2 * ARGV[start + 14]
end

for i = 4, #KEYS do
  local key, at = KEYS[i], starts[i]
  local name = string.match(key, '^{s%x%x}:(.*)$')
  local version = ARGV[at + 2] + 1
  local act, log, to_live = ARGV[at + 4], ARGV[at + 6], ARGV[at + 11]
  local fields = {'r', run, 'e', epochs[i], 'v', version, 's', ARGV[at + 3]}
  if log ~= '' then
    local entry = string.format('%.0f:', now) .. log
    redis.call('RPUSH', key .. ':log', entry)
    fields[#fields + 1] = 'l'
    fields[#fields + 1] = entry
  end
  local pair = at + 15
  for _ = 1, ARGV[at + 12] do
    local kind, length = ARGV[pair], ARGV[pair + 1]
    fields[#fields + 1] = 'd:' .. kind
    fields[#fields + 1] = string.format('%.0f:%s:0', now + length, length)
    redis.call('ZADD', KEYS[1], now + length, name .. '|' .. kind)
    pair = pair + 2
  end
  for _ = 1, ARGV[at + 13] do
    redis.call('HDEL', key, 'd:' .. ARGV[pair])
    redis.call('ZREM', KEYS[1], name .. '|' .. ARGV[pair])
    pair = pair + 1
  end
  for _ = 1, ARGV[at + 14] do
    redis.call('HSET', KEYS[3], ARGV[pair], ARGV[pair + 1])
    pair = pair + 2
  end
  redis.call('HSET', key, unpack(fields))
  if act ~= '' then
    redis.call('HSET', key .. ':acts', act, ARGV[at + 5])
    if redis.call('HLEN', key .. ':acts') >= 128 then
      redis.call('RENAME', key .. ':acts', key .. ':acts0')
    end
  end
  if to_live ~= '0' then
    for _, part in ipairs({'', ':log', ':acts', ':acts0'}) do
      redis.call('EXPIRE', key .. part, to_live)
    end
  end
  redis.call('PUBLISH', name, epochs[i] .. ':' .. version)
  answer[#answer + 1] = tonumber(epochs[i])
  answer[#answer + 1] = version
end
return answer
