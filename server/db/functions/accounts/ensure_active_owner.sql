-- Replaces a departed owner with a fallback owner when no active owner remains. The server notifies people afterwards.
create or replace function ensure_active_owner(account uuid) returns void language plpgsql as $$
declare
  gone uuid;
  successor record;
begin
  perform from accounts where id = account and status = 'active' for update;
  if not found or valid_owners(account) > 0 then return;
  end if;
  -- Owners without an open gap come first, because an open gap keeps its deadline for its owner.
  select o.person_id into gone from account_owners o where o.account_id = account
  order by exists (select from ownership_gaps g where g.account_id = account and g.person_id = o.person_id and g.resolved_at is null),
    o.position, o.person_id
  limit 1;
  for successor in select * from fallback_owners(account) loop
    -- While its row is locked, the successor can't be disabled.
    perform from people where id = successor.person_id and active for share;
    exit when found;
  end loop;
  if gone is null or not found then return;
  end if;
  update account_owners set person_id = successor.person_id where account_id = account and person_id = gone;
  update accounts set version = version + 1, updated_at = now() where id = account;
  insert into ownership_gaps (account_id, person_id, reason, resolved_at, outcome, successor_id)
  values (account, gone, 'left', now(), successor.source, successor.person_id);
  insert into audit_events (id, actor_name, credential, operation, subject_kind, subject_id, before, after, outcome, reason, request_id)
  values (gen_random_uuid(), 'Slipway', 'none', 'ownershipFallback', 'account', account::text,
    jsonb_build_object('ownerId', gone), jsonb_build_object('ownerId', successor.person_id), 'allowed',
    'No valid owner was left.', 'database');
end $$;
