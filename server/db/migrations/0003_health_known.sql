-- expand: processes that don't know the columns write scores in which unknown parts have no points, until the next hourly check.

-- A score is the share of the points that are known. Without this number, an account of which little is known looks like any other.
alter table account_health add column known int not null default 100 check (known between 0 and 100);
alter table accounts add column health_known int;

update account_health h set known = parts.known, score = round(100.0 * parts.points / greatest(parts.known, 1))
from (
  select s.account_id, sum((part ->> 'of')::int) as known, sum((part ->> 'points')::int) as points
  from account_health s cross join jsonb_array_elements(s.parts) part
  where part ->> 'state' not in ('unknown', 'pending')
  group by s.account_id
) parts
where parts.account_id = h.account_id;

update accounts a set health = h.score, health_known = h.known from account_health h where h.account_id = a.id and a.status = 'active';
