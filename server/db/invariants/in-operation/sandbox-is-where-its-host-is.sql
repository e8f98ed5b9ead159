-- Every live sandbox is in its host's subscription.
select s.id, s.name || ' is in subscription ' || coalesce(s.subscription_id::text, 'none') || ', its host in ' || h.subscription_id as detail
from sandboxes s join sandbox_hosts h on h.id = s.host_id
where s.status in ('active', 'frozen', 'deleting') and s.subscription_id is distinct from h.subscription_id
