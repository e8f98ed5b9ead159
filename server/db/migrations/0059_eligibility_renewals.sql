-- Owners are notified of a renewal that failed, and its run says why; nothing read this column.
alter table role_eligibilities drop column problem;

-- As it was (0057), and one renewal at a time: two would give the same right two ends.
create or replace function role_eligibility_renewal() returns trigger language plpgsql as $$
begin
  if not eligibility_is_wanted(new, now()) then
    raise exception 'an eligibility that is no longer wanted is not renewed' using errcode = '23514', constraint = 'role_eligibility_wanted';
  end if;
  if exists (
    select from work_runs r
    where r.subject_kind = 'roleEligibility' and r.subject_id = old.renewal_id and r.status not in ('succeeded', 'cancelled')) then
    raise exception 'an eligibility that is being renewed is not renewed a second time'
      using errcode = '23514', constraint = 'role_eligibility_renewed_once';
  end if;
  return new;
end $$;
