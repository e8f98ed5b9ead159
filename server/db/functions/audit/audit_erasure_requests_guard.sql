create or replace function audit_erasure_requests_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.status = 'open' then
    if same_identity(new.requested_by, new.person_id) then
      raise exception 'a person requests the erasure of their own data' using errcode = '42501', constraint = 'cannot_erase_own_data';
    end if;
    return new;
  end if;
  if tg_op = 'UPDATE' and old.status = 'open'
    and (to_jsonb(new) - array['status', 'closed_by', 'closed_at', 'request_id'])
      = (to_jsonb(old) - array['status', 'closed_by', 'closed_at', 'request_id'])
  then
    if new.status = 'confirmed' then
      if same_identity(new.closed_by, new.person_id) then
        raise exception 'a person confirms the erasure of their own data' using errcode = '42501', constraint = 'cannot_erase_own_data';
      end if;
      if same_identity(new.closed_by, new.requested_by) then
        raise exception 'an erasure needs two different humans' using errcode = '42501', constraint = 'erasure_takes_two_humans';
      end if;
      if new.closed_at >= new.expires_at then
        raise exception 'the request for this erasure has expired' using errcode = '42501', constraint = 'erasure_not_expired';
      end if;
    end if;
    return new;
  end if;
  raise exception 'audit_erasure_requests is append-only' using errcode = '42501', constraint = 'append_only';
end $$;

create trigger audit_erasure_requests_guard before insert or update or delete on audit_erasure_requests
  for each row execute function audit_erasure_requests_guard();
