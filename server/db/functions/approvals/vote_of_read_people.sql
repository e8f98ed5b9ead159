create or replace function vote_of_read_people() returns trigger language plpgsql as $$
begin
  perform require_read(new.approver_id, new.on_behalf_of, (select a.requester_id from approvals a where a.id = new.approval_id));
  return new;
end $$;

create trigger approval_decisions_read before insert on approval_decisions for each row execute function vote_of_read_people();
