-- Only drafts can change, because requests refer to the rules that decided them.
create or replace function approval_policy_transitions() returns trigger language plpgsql as $$
begin
  if old.status <> 'draft' and (new.stages, new.approve, new.reject, new.subject_kind) is distinct from (old.stages, old.approve, old.reject, old.subject_kind) then
    raise exception 'the rules of a % version cannot change', old.status using errcode = '23514', constraint = 'approval_policy_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'draft>proposed', 'proposed>draft', 'proposed>live', 'proposed>rejected', 'live>replaced']) then
    raise exception 'a policy cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'approval_policy_transitions';
  end if;
  return new;
end $$;

create trigger approval_policies_transitions before update on approval_policies for each row execute function approval_policy_transitions();
