create or replace function approval_base_ended() returns trigger language plpgsql as $$
declare
  reason text;
begin
  select e.reason into reason from ended_requests e where e.subject_kind = new.subject_kind and e.subject_id = new.subject_id;
  if reason is not null then
    raise exception 'this cannot be approved: %', reason using errcode = '23514', constraint = 'approval_base_ended';
  end if;
  return new;
end $$;

create trigger approvals_base_ended before update of status on approvals
  for each row when (old.status = 'pending' and new.status = 'approved') execute function approval_base_ended();
