-- Every request approved in the last 30 days has an approved approval, since the audit trail started.
with since as materialized (
  select case when min(at) is not null then greatest(min(at), now() - interval '30 days') end as at from audit_events
)
select r.id, r.kind || ' ' || r.reference || ' is approved without an approval' as detail
from (
  select id, 'accountRequest' as kind, reference from account_requests
  where status = 'approved' and created_at > (select at from since)
  union all
  select id, case when sandbox_id is null then 'accessRequest' else 'sandboxAccessRequest' end, reference from access_requests
  where status = 'approved' and created_at > (select at from since)
  union all
  select id, 'sandboxRequest', reference from sandbox_requests
  where status = 'approved' and not automatic and created_at > (select at from since)
) r
where not exists (select from approvals a where a.subject_kind = r.kind and a.subject_id = r.id and a.status = 'approved')
