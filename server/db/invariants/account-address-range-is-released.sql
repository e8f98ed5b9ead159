-- No deleted account has an address range.
select r.range::text as id, 'it is held by ' || a.name || ', which is ' || a.status as detail
from address_ranges r join accounts a on a.id = r.account_id
where a.status in ('deleted')
