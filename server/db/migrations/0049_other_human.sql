-- No person grants, prolongs, decides on or lifts what concerns themself, by whichever of their accounts (decision record 0032). The code
-- refuses it with a reason; these triggers hold where the code is wrong. They look when a row is written: accounts that turn out later to
-- belong to one human leave what is on record as it is.

create function same_human(one uuid, other uuid) returns boolean language sql stable as $$
  select coalesce(one = other, false)
    or exists (select from people a join people b on human(a) = human(b) where a.id = one and b.id = other)
$$;

-- Arguments: the column of the person who acts, the column of the person concerned, the name of the constraint.
create function require_other_human() returns trigger language plpgsql as $$
declare
  written jsonb := to_jsonb(new);
begin
  if same_human((written->>tg_argv[0])::uuid, (written->>tg_argv[1])::uuid) then
    raise exception '% and % are accounts of one human', tg_argv[0], tg_argv[1] using errcode = '23514', constraint = tg_argv[2];
  end if;
  return new;
end $$;

create trigger group_assignments_granted before insert or update of granted_by, person_id on group_assignments for each row
  when (new.granted_by is not null) execute function require_other_human('granted_by', 'person_id', 'nobody_grants_own_access');

-- Who set the end that stands, where a person did: the holder may bring it forward, never put it off.
alter table group_assignments add column end_set_by uuid references people;
create trigger group_assignments_prolonged before update of ends_at, end_set_by on group_assignments for each row
  when (new.end_set_by is not null and old.ends_at is not null and (new.ends_at is null or new.ends_at > old.ends_at))
  execute function require_other_human('end_set_by', 'person_id', 'nobody_prolongs_own_access');

create trigger access_differences_settled before insert or update of status, settled_by, person_id on access_differences for each row
  when (new.status in ('adopted', 'restored') and new.settled_by is not null)
  execute function require_other_human('settled_by', 'person_id', 'nobody_adopts_own_access');

create trigger emergency_accesses_reviewed before insert or update of reviewer_id, person_id on emergency_accesses for each row
  when (new.reviewer_id is not null) execute function require_other_human('reviewer_id', 'person_id', 'nobody_reviews_own_emergency');
create trigger emergency_accesses_lifted before insert or update of lifted_by, person_id on emergency_accesses for each row
  when (new.lifted_by is not null) execute function require_other_human('lifted_by', 'person_id', 'nobody_lifts_own_emergency');

create trigger ownership_proposals_made before insert or update of proposed_by, person_id on ownership_proposals for each row
  when (new.proposed_by is not null) execute function require_other_human('proposed_by', 'person_id', 'nobody_proposes_themself');

create trigger passed_decisions_made before insert or update of person_id, receiver_id on passed_decisions for each row
  execute function require_other_human('person_id', 'receiver_id', 'nobody_passes_on_to_themself');

-- A delegate can end a delegation to themself; nobody but the person who is away, or an administrator who is neither, sets or changes it.
alter table delegations add column changed_by uuid references people;
create trigger delegations_other before insert or update of person_id, delegate_id on delegations for each row
  execute function require_other_human('person_id', 'delegate_id', 'nobody_stands_in_for_themself');
create trigger delegations_made before insert or update of created_by, delegate_id on delegations for each row
  execute function require_other_human('created_by', 'delegate_id', 'nobody_delegates_to_themself');
create trigger delegations_changed before update of starts_at, ends_at, reason, changed_by on delegations for each row
  when (new.changed_by is not null) execute function require_other_human('changed_by', 'delegate_id', 'nobody_delegates_to_themself');

create function delegation_fixed() returns trigger language plpgsql as $$
begin
  if new.person_id <> old.person_id or new.delegate_id <> old.delegate_id or new.created_by <> old.created_by then
    raise exception 'a delegation keeps its people' using errcode = '23514', constraint = 'delegation_fixed';
  end if;
  return new;
end $$;
create trigger delegations_fixed before update on delegations for each row execute function delegation_fixed();

-- As before, and the person who decides in a review of others is another human than the member. Results may still be written on decisions
-- taken before two accounts were known to belong together.
create or replace function access_review_item_move() returns trigger language plpgsql as $$
declare
  review record;
begin
  select status, reviewers into review from access_reviews where id = new.review_id;
  if new.group_id <> old.group_id or new.person_id <> old.person_id or new.review_id <> old.review_id then
    raise exception 'an item keeps its membership' using errcode = '23514', constraint = 'access_review_item_fixed';
  end if;
  if (new.decision, new.reason, new.decided_by, new.decided_at) is distinct from (old.decision, old.reason, old.decided_by, old.decided_at) then
    if review.status <> 'open' then
      raise exception 'this review takes no decisions' using errcode = '23514', constraint = 'access_review_moves';
    end if;
    if review.reviewers <> 'self' and same_human(new.decided_by, new.person_id) then
      raise exception 'nobody decides on an own membership' using errcode = '23514', constraint = 'nobody_reviews_themselves';
    end if;
  end if;
  if (new.result, new.result_note, new.settled_at) is distinct from (old.result, old.result_note, old.settled_at)
    and review.status <> 'closing' then
    raise exception 'results are written while a review closes' using errcode = '23514', constraint = 'access_review_moves';
  end if;
  return new;
end $$;

-- As before; another account of the member is not asked either, so that the next in line is.
create or replace function membership_deciders(reviewers text, named uuid[], account uuid, member uuid, escalated boolean)
returns table (person_id uuid, tier int) language sql stable as $$
  select person_id, min(tier)
  from (
    select p.id as person_id, c.tier, min(c.tier) over () as first_tier
    from (
      select o.person_id, case when reviewers = 'owners' then 1 else 2 end as tier from account_owners o where o.account_id = account
      union all
      select m.manager_id, 1 from people m where reviewers = 'managers' and m.id = member and m.manager_id is not null
      union all
      select n.id, 1 from unnest(named) n (id) where reviewers = 'named'
      union all
      select member, 1 where reviewers = 'self'
      union all
      select f.person_id, case when escalated then 1 else 3 end
      from accounts a join family_owners f on f.family_id = a.family_id where a.id = account
      union all
      select t.person_id, case when escalated then 1 else 4 end
      from accounts a join tower_leads t on t.tower_id = a.tower_id where a.id = account
      union all
      select d.person_id, 5 from directory_groups b join directory_group_members d on d.group_id = b.id where b.fallback_owners
    ) c
    join people p on p.id = c.person_id and p.active
    join people m on m.id = member
    where human(p) <> human(m) or p.id = member and reviewers = 'self' and c.tier = 1
  ) found
  where tier = first_tier
  group by person_id
$$;

create or replace function access_review_items_of(person uuid, review uuid default null)
returns table (item_id uuid, review_id uuid, undecided boolean) language sql stable as $$
  with possible as materialized (
    select i.id, i.review_id, i.decision = 'undecided' as undecided, i.decided_by
    from access_reviews r
    join access_review_items i on i.review_id = r.id
    join people m on m.id = i.person_id
    join access_groups g on g.id = i.group_id
    join accounts a on a.id = g.account_id
    where (r.id = review or review is null and r.status = 'open')
      and (i.decided_by = person
        or r.reviewers = 'self' and i.person_id = person
        or r.reviewers = 'managers' and m.manager_id = person
        or r.reviewers = 'named' and r.id in (select n.review_id from access_review_named n where n.person_id = person)
        or g.account_id in (select o.account_id from account_owners o where o.person_id = person)
        or (a.family_id in (select f.family_id from family_owners f where f.person_id = person)
            or a.tower_id in (select t.tower_id from tower_leads t where t.person_id = person)
            or exists (select from directory_groups b join directory_group_members d on d.group_id = b.id
              where b.fallback_owners and d.person_id = person))
          and (r.escalated_at is not null or not exists (select from account_owners o join people p on p.id = o.person_id and p.active
            where o.account_id = a.id and human(p) <> human(m))))
  )
  select p.id, p.review_id, p.undecided from possible p
  -- Looked at item by item: the offset keeps the planner from working all of them out first.
  where p.decided_by = person
    or exists (select from access_review_deciders d where d.item_id = p.id and d.person_id = person offset 0)
$$;

-- Whether a role can change who may do what (server/access/privilegedRoles.ts). Null: not known, which counts as yes.
alter table role_abilities add column privileged boolean;
update role_abilities set learned_at = null;
