-- What is due in one shard: deadlines and leases that have passed, earliest first; nothing is removed here.
-- KEYS: 1 deadlines, 2 leases, 3 the last sweep. ARGV: 1 run id, 2 how many at most, 3 pause, 4 grace, 5 lease (ms),
--   6 when a web process was last there, or '' if that is not known.
-- While no web process is there nobody can act: half a pause later nothing is due any more, and that is no sweep. A
-- lease renewed since then tells of a web process that gives no sign.
-- When nobody has swept for a pause, or one waited for a web process, or the server was restarted (the last sweep's run
-- is another, or none), the whole service stood still: every running
-- deadline gets back what it lost and at least the grace (absence and leases start afresh), the epochs rise so that
-- every page takes the new times, and nothing is due yet. The same when the server's clock has been set back: what it
-- has lost is negative then, and no deadline runs longer than its whole length.
-- A row that is none, or stands for what is none, is passed over here: it must not cost the others their time.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local run = ARGV[1]
local patience = ARGV[3] / 2
local seen = math.min(tonumber(ARGV[6]) or now, now)
if now - seen > patience then
  local newest = redis.call('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')[2]
  if not newest or newest - ARGV[5] <= seen + patience then
    -- Unless another clock has looked later than the one that asks, and has found one.
    local at = string.match(redis.call('GET', KEYS[3]) or '', '^%d+')
    if at and tonumber(at) <= seen then
      redis.call('SET', KEYS[3], at .. ':')
    end
    return {now, 0, {}, {}, 1}
  end
  seen = now
end
local last = redis.call('GET', KEYS[3])
redis.call('SET', KEYS[3], string.format('%.0f:%s', seen, run))

local lost = 0
local at, by = string.match(last or '', '^(%d+):(.*)$')
if at then
  if math.abs(now - at) > tonumber(ARGV[3]) then
    lost = now - at
  elseif by ~= run then
    lost = math.max(now - at, 1)
  end
end

local function give_back(key, kind)
  local deadline = redis.pcall('HGET', key, 'd:' .. kind)
  local due, length, tries = string.match(type(deadline) == 'string' and deadline or '', '^(%d+):(%d+):(%d+)$')
  if not due then
    return
  end
  local fresh = now + length
  if string.sub(kind, 1, 5) ~= 'away:' then
    fresh = math.min(fresh, math.max(due + lost, now + ARGV[4]))
  end
  redis.call('HSET', key, 'd:' .. kind, string.format('%.0f:%s:%s', fresh, length, tries))
  return fresh
end

if lost ~= 0 then
  local prefix = string.match(KEYS[1], '^({s%x%x}:)')
  local raised = {}
  for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    local name, kind = string.match(member, '^(.*)|(.*)$')
    local fresh = name and give_back(prefix .. name, kind)
    if fresh then
      redis.call('ZADD', KEYS[1], fresh, member)
      raised[name] = true
    end
  end
  for name in pairs(raised) do
    local key = prefix .. name
    local had = redis.call('HMGET', key, 'e', 'v')
    if had[2] then
      local epoch = math.max((tonumber(had[1]) or 0) + 1, tonumber(time[1]))
      redis.call('HSET', key, 'e', epoch, 'r', run)
      redis.call('PUBLISH', name, string.format('%.0f:%s', epoch, had[2]))
    end
  end
  for _, member in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
    redis.call('ZADD', KEYS[2], now + ARGV[5], member)
  end
  return {now, lost, {}, {}, 0}
end
local limit = tonumber(ARGV[2])
return {
  now, 0,
  redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, limit),
  redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, limit),
  0,
}
