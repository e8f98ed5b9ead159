-- A vote that approves a privileged request needs a second factor that is still valid, depending on the setting `stepUp`. Votes of older
-- processes have no value, and an invariant finds them.
create or replace function vote_second_factor() returns trigger language plpgsql as $$
declare
  setting text := coalesce((select s.value #>> '{}' from settings s where s.name = 'stepUp'), 'privilegedOnly');
begin
  if new.second_factor_until <= new.decided_at and (setting = 'all' or setting = 'privilegedOnly' and exists (
    select from approvals a where a.id = new.approval_id and (a.subject_kind = 'policyChange' or a.facts #>> '{request,privileged}' = 'true')
  )) then
    raise exception 'this vote needs a second factor' using errcode = '23514', constraint = 'vote_needs_second_factor';
  end if;
  return new;
end $$;

create trigger approval_decisions_second_factor before insert on approval_decisions
  for each row when (new.decision = 'approve') execute function vote_second_factor();
