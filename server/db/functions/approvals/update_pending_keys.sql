create or replace function update_pending_keys() returns trigger language plpgsql as $$
declare
  changed uuid;
begin
  if tg_table_name = 'approvals' then
    changed := new.id;
  else
    changed := new.approval_id;
  end if;
  -- The lock prevents deadlocks between transactions that change several rows of one approval.
  perform from approvals where id = changed for no key update;
  delete from pending_approver_keys where approval_id = changed;
  insert into pending_approver_keys select * from pending_approver_keys_of(changed);
  return null;
end $$;

create trigger approvals_pending_keys after update of status, stage, due_at, facts on approvals for each row
  when ((new.status, new.stage, new.due_at, new.facts) is distinct from (old.status, old.stage, old.due_at, old.facts))
  execute function update_pending_keys();
create trigger approval_stages_pending_keys_new after insert on approval_stages for each row
  when (new.status in ('open', 'waiting')) execute function update_pending_keys();
create trigger approval_stages_pending_keys after update of rule, alternates, status, opened_at, escalated_at on approval_stages for each row
  when (old.status in ('open', 'waiting') or new.status in ('open', 'waiting')) execute function update_pending_keys();
