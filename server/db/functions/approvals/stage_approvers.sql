create or replace view stage_approvers as
select s.approval_id, s.stage, r.person_id, r.fallback, r.alternate, r.on_behalf_of, r.reassigned
from approval_stages s
join approvals a on a.id = s.approval_id
cross join lateral resolve_approvers(s.rule, case when s.escalated_at is not null then s.alternates end,
  a.tower_id, a.family_id, a.catalogue_item_ids, a.requester_id, a.account_id, a.sandbox_id, s.approval_id, s.stage) r;
