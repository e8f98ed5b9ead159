-- This function is the inverse of `stage_approvers`. It returns the stages that a person can decide, each with the seat that the person's
-- vote would use.
create or replace function usable_seats(person uuid, held text[], at timestamptz, states text[] default '{open}')
returns table (approval_id uuid, stage int, fallback boolean, alternate boolean, on_behalf_of uuid) language sql stable as $$
  with own as materialized (select * from own_seats(person, held, states)),
  shared as (
    select h.*, d.person_id as holder, false as passed
    from delegations d
    cross join lateral own_seats(d.person_id, held, states) h
    where d.delegate_id = person and d.status = 'live' and (d.ends_at is null or d.ends_at > at)
    union all
    select h.*, f.holder, true
    from (
      select distinct x.person_id as holder from approval_reassignments x
      join approval_stages s on s.approval_id = x.approval_id and s.stage = x.stage and s.status in ('open', 'waiting')
      where x.receiver_id = person and x.ended_at is null
    ) f
    cross join lateral own_seats(f.holder, held, states) h
    join approval_reassignments x on x.approval_id = h.approval_id and x.stage = h.stage and x.person_id = f.holder
      and x.receiver_id = person and x.ended_at is null
  )
  select o.approval_id, o.stage, o.fallback, o.alternate, null::uuid from own o
  union all
  (select distinct on (l.approval_id, l.stage) l.approval_id, l.stage, l.fallback, l.alternate, l.holder
  from shared l
  join approvals a on a.id = l.approval_id
  join people q on q.id = a.requester_id
  join people me on me.id = person and me.active
  where identity_key(q) <> identity_key(me) and not exists (select from own o where o.approval_id = l.approval_id and o.stage = l.stage)
  order by l.approval_id, l.stage, seat_rank(l.approval_id, l.stage, person, l.holder), l.passed desc, l.holder)
$$;
