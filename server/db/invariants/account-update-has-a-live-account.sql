-- No pending account change is for a decommissioned or deleted account.
select u.id, u.reference || ' waits on ' || a.name || ', which is ' || a.status as detail
from account_updates u join accounts a on a.id = u.account_id
where u.status in ('pending_approval', 'changes_requested') and a.status in ('decommissioned', 'deleted')
