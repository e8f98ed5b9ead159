create or replace function emergency_access_insert() returns trigger language plpgsql as $$
begin
  -- Two transactions could otherwise insert access for two user accounts of one person at the same moment.
  perform pg_advisory_xact_lock(hashtextextended('emergency access ' || new.account_id, 0));
  if new.status in ('opening', 'active', 'ending') and exists (
    select from emergency_accesses e
    where e.account_id = new.account_id and e.status in ('opening', 'active', 'ending') and same_identity(e.person_id, new.person_id)) then
    raise exception 'this person already has emergency access to this account'
      using errcode = '23505', constraint = 'emergency_accesses_one_open';
  end if;
  return new;
end $$;

create trigger emergency_accesses_insert before insert on emergency_accesses for each row execute function emergency_access_insert();
