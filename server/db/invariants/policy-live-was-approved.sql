-- Every live policy version that a person created has an approved approval.
select p.change_id as id, p.subject_kind || ' version ' || p.version || ' is live without an approval' as detail
from approval_policies p
where p.status = 'live' and p.created_by is not null
  and not exists (select from approvals a where a.subject_kind = 'policyChange' and a.subject_id = p.change_id and a.status = 'approved')
