-- The same table is in `requestTransitions.ts`, where a rejected call gets its reason. An approved request can be cancelled while it is
-- being carried out; its completed steps are reversed first.
create or replace function request_transitions() returns trigger language plpgsql as $$
begin
  if new.requester_id <> old.requester_id then
    raise exception 'the requester of a request cannot change' using errcode = '23514', constraint = 'requester_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'draft>pending_approval', 'draft>cancelled',
    'pending_approval>approved', 'pending_approval>rejected', 'pending_approval>expired', 'pending_approval>cancelled',
    'pending_approval>changes_requested', 'changes_requested>pending_approval', 'changes_requested>cancelled',
    'changes_requested>expired', 'approved>cancelled']) then
    raise exception 'a request cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'request_transitions';
  end if;
  return new;
end $$;

create trigger account_requests_transitions before update on account_requests for each row execute function request_transitions();
create trigger account_updates_transitions before update on account_updates for each row execute function request_transitions();
create trigger access_requests_transitions before update on access_requests for each row execute function request_transitions();
create trigger sandbox_requests_transitions before update on sandbox_requests for each row execute function request_transitions();
