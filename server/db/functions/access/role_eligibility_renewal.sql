-- One renewal runs at a time, because two renewals would set two end dates for the same eligibility.
create or replace function role_eligibility_renewal() returns trigger language plpgsql as $$
begin
  if not eligibility_is_needed(new, now()) then
    raise exception 'an eligibility that is no longer needed is not renewed' using errcode = '23514', constraint = 'role_eligibility_wanted';
  end if;
  if exists (
    select from work_runs r
    where r.subject_kind = 'roleEligibility' and r.subject_id = old.renewal_id and r.status not in ('succeeded', 'cancelled')) then
    raise exception 'an eligibility that is being renewed is not renewed a second time'
      using errcode = '23514', constraint = 'role_eligibility_renewed_once';
  end if;
  return new;
end $$;

create trigger role_eligibility_renewal before update of renewal_id on role_eligibilities for each row
  when (new.renewal_id is not null and new.renewal_id is distinct from old.renewal_id)
  execute function role_eligibility_renewal();
