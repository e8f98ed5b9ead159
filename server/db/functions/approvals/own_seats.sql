-- Returns a person's own seats in pending approvals, from `pending_approver_keys`, with the columns that lists sort and filter by. Only
-- rows that two keys can find are grouped.
create or replace function own_seats(holder uuid, held text[], states text[])
returns table (approval_id uuid, stage int, fallback boolean, alternate boolean, voted boolean, requester_id uuid, subject_kind text,
  subject_id uuid, account_id uuid, environment text, risk float8, opened_at timestamptz, due_at timestamptz, round_started_at timestamptz,
  reference text, group_id uuid)
language plpgsql stable as $$
#variable_conflict use_column
declare
  mine text[] := person_keys(holder, held);
  groups uuid[] := array(select group_id from directory_group_members where person_id = holder);
  selves uuid[];
begin
  select array_agg(id) into selves from (
    select p.id from people p where p.id = holder and p.active
    union
    select o.id from people p join people o on o.employee_id = p.employee_id where p.id = holder and p.active) same;
  if selves is null then
    return;
  end if;
  return query
  select u.approval_id, u.stage, false, u.alternate, u.voted, u.requester_id, u.subject_kind, u.subject_id, u.account_id, u.environment,
    u.risk, u.opened_at, u.due_at, u.round_started_at, u.reference, u.group_id
  from pending_approver_keys u
  where u.key = any (mine) and u.sole
    and u.requester_id <> all (selves) and case when u.open then 'open' else 'waiting' end = any (states)
  union all
  select u.approval_id, u.stage, bool_and(u.fallback), bool_and(u.alternate), bool_or(u.voted), any_value(u.requester_id),
    any_value(u.subject_kind), any_value(u.subject_id), any_value(u.account_id), any_value(u.environment), any_value(u.risk),
    any_value(u.opened_at), any_value(u.due_at), any_value(u.round_started_at), any_value(u.reference), any_value(u.group_id)
  from (
    select u.approval_id, u.stage, false as fallback, u.alternate, u.voted, u.requester_id, u.subject_kind, u.subject_id, u.account_id,
      u.environment, u.risk, u.opened_at, u.due_at, u.open, u.round_started_at, u.reference, u.group_id
    from pending_approver_keys u where u.key = any (mine) and not u.sole
    union all
    select f.approval_id, f.stage, true, f.alternate, f.voted, f.requester_id, f.subject_kind, f.subject_id, f.account_id,
      f.environment, f.risk, f.opened_at, f.due_at, f.open, f.round_started_at, f.reference, f.group_id
    from pending_keys_by_fallback(groups) f where not (f.sole and f.key = any (mine))
  ) u
  where u.requester_id <> all (selves) and case when u.open then 'open' else 'waiting' end = any (states)
  group by u.approval_id, u.stage;
end $$;
