create or replace function pim_activation_transitions() returns trigger language plpgsql as $$
begin
  if new.account_id <> old.account_id or new.person_id <> old.person_id or new.role_definition_id <> old.role_definition_id
    or new.scope <> old.scope then
    raise exception 'the account, person, role and scope of an activation cannot change' using errcode = '23514', constraint = 'pim_activation_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'pending_approval>sending', 'pending_approval>denied', 'pending_approval>expired', 'pending_approval>cancelled',
    'sending>scheduled', 'sending>active', 'sending>failed',
    'scheduled>active', 'scheduled>ending', 'scheduled>ended',
    'active>ending', 'active>ended',
    'ending>deactivated', 'ending>cancelled', 'ending>ended', 'ending>active', 'ending>scheduled']) then
    raise exception 'an activation cannot go from % to %', old.status, new.status
      using errcode = '23514', constraint = 'pim_activation_transitions';
  end if;
  return new;
end $$;

create trigger pim_activations_transitions before update on pim_activations for each row execute function pim_activation_transitions();
