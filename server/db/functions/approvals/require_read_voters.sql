create or replace function require_read_voters() returns trigger language plpgsql as $$
begin
  perform require_directory_read(new.approver_id, new.on_behalf_of, (select a.requester_id from approvals a where a.id = new.approval_id));
  return new;
end $$;

create trigger approval_decisions_read before insert on approval_decisions for each row execute function require_read_voters();
