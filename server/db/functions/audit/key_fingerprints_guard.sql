create or replace function key_fingerprints_guard() returns trigger language plpgsql as $$
declare
  last key_fingerprints;
begin
  select * into last from key_fingerprints where setting = new.setting order by number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1 or new.replaces is distinct from last.fingerprint
    or (new.number > 1 and not exists (select from audit_events e
      where e.operation = 'keyReplaced' and e.subject_id = new.setting and e.after ->> 'fingerprint' = left(encode(new.fingerprint, 'hex'), 16)))
  then
    raise exception 'a key is replaced by naming the fingerprint before it, with an audit event'
      using errcode = '42501', constraint = 'key_replaced_on_purpose';
  end if;
  return new;
end $$;

create trigger key_fingerprints_guard before insert on key_fingerprints for each row execute function key_fingerprints_guard();
