-- Every queued notification has an existing channel, and a recipient if it is for a person.
select d.id, d.kind || case when c.deleted_at is not null then ' waits for a deleted channel' else ' is an email without a recipient' end as detail
from deliveries d join notification_channels c on c.id = d.channel_id
where d.status in ('waiting', 'failed') and (c.deleted_at is not null or (c.type = 'mail' and d.person_id is null))
