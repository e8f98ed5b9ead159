-- An approval is approved only if all of its stages are approved, or if a rule approves it when it is opened. After that, its status is
-- final.
create or replace function approval_transitions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status = 'approved' and new.automatic is null then
      raise exception 'an approval is approved only by its stages' using errcode = '23514', constraint = 'approval_needs_its_stages';
    end if;
    return new;
  end if;
  if new.requester_id <> old.requester_id or new.subject_id <> old.subject_id then
    raise exception 'the requester and subject of an approval cannot change' using errcode = '23514', constraint = 'approval_fixed';
  end if;
  if old.status <> 'pending' and new.status is distinct from old.status then
    raise exception 'a closed approval cannot change' using errcode = '23514', constraint = 'approval_transitions';
  end if;
  if new.status = 'approved' and old.status <> 'approved' and (
    not exists (select from approval_stages s where s.approval_id = new.id)
    or exists (select from approval_stages s where s.approval_id = new.id and s.status <> 'approved')
  ) then
    raise exception 'a stage is not approved' using errcode = '23514', constraint = 'approval_needs_its_stages';
  end if;
  return new;
end $$;

create trigger approvals_transitions before insert or update on approvals for each row execute function approval_transitions();
