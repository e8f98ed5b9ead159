-- expand: processes that don't know this table don't use it. Approvals that such a process decides have no recorded evidence.

-- The evidence of an approval at its decision, which was at `closed_at` of the approval.
create table approval_evidence (
  approval_id uuid primary key references approvals,
  evidence jsonb not null check (jsonb_typeof(evidence) = 'object')
);
