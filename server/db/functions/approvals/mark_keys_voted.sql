create or replace function mark_keys_voted() returns trigger language plpgsql as $$
begin
  update pending_approver_keys set voted = true where approval_id = new.approval_id and stage = new.stage and not voted;
  return null;
end $$;

create trigger approval_decisions_pending_keys after insert on approval_decisions for each row execute function mark_keys_voted();
