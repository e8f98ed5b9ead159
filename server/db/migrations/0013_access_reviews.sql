-- Access reviews: whether people still need what they have, decided by somebody else, carried out and provable.

-- Who worked where before: access that was right for the former department may not be for the new one.
create table department_moves (
  person_id uuid not null references people on delete cascade,
  at timestamptz not null,
  former_department text not null,
  primary key (person_id, at)
);
create function remember_department() returns trigger language plpgsql as $$
begin
  insert into department_moves (person_id, at, former_department)
  values (new.id, new.updated_at, old.department) on conflict do nothing;
  return null;
end $$;
create trigger people_department after update of department on people
  for each row when (old.department is not null and new.department is distinct from old.department)
  execute function remember_department();

create index people_manager on people (manager_id) where manager_id is not null;

create sequence access_review_number;
create table access_reviews (
  id uuid primary key,
  reference text not null unique,
  name text not null check (length(name) between 3 and 100),
  -- What is reviewed: exactly one of the three.
  account_id uuid references accounts,
  group_id uuid references access_groups,
  tower_id uuid references towers,
  reviewers text not null check (reviewers in ('owners', 'managers', 'named', 'self')),
  when_silent text not null check (when_silent in ('keep', 'remove', 'recommended', 'fallback')),
  reason_to_keep boolean not null,
  recurrence text not null check (recurrence in ('none', 'quarterly', 'halfYearly', 'yearly')),
  days int not null check (days between 1 and 90),
  starts_at timestamptz not null,
  due_at timestamptz not null,
  status text not null check (status in ('scheduled', 'open', 'closing', 'applied', 'cancelled')),
  created_by uuid not null references people,
  -- The one it repeats.
  previous_id uuid unique references access_reviews,
  -- Whether the directory said who was let in by hand; null until it was asked.
  directory_answered boolean,
  opened_at timestamptz,
  half_time_reminded_at timestamptz,
  last_day_reminded_at timestamptz,
  -- When those next in line were asked, because the first had left something open.
  escalated_at timestamptz,
  closed_at timestamptz,
  -- Null: the clock.
  closed_by uuid references people,
  applied_at timestamptz,
  -- SHA-256 of the result as `exportAccessReview` gives it.
  digest text check (digest ~ '^[0-9a-f]{64}$'),
  cancelled_because text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(account_id, group_id, tower_id) = 1),
  check (due_at > starts_at),
  check ((status = 'applied') = (digest is not null)),
  check ((status = 'applied') = (applied_at is not null))
);
create index access_reviews_listed on access_reviews (starts_at desc, id desc);
create index access_reviews_unfinished on access_reviews (due_at) where status in ('scheduled', 'open', 'closing');
create index access_reviews_creator on access_reviews (created_by, starts_at desc, id desc);
create index access_reviews_account on access_reviews (account_id) where account_id is not null;
create index access_reviews_group on access_reviews (group_id) where group_id is not null;
create index access_reviews_tower on access_reviews (tower_id) where tower_id is not null;

create table access_review_named (
  review_id uuid not null references access_reviews on delete cascade,
  person_id uuid not null references people,
  position int not null,
  primary key (review_id, person_id)
);
create index access_review_named_person on access_review_named (person_id);

-- One membership each, as it was when the review opened, with the names of that day: a result must not change with a name.
create table access_review_items (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null references access_reviews on delete cascade,
  group_id uuid not null references access_groups,
  person_id uuid not null references people,
  account_name text not null,
  group_name text not null,
  person_name text not null,
  department text,
  -- Null: let in by hand, in the directory.
  via text check (via in ('request', 'admin', 'adopted')),
  since timestamptz,
  until timestamptz,
  last_used_at timestamptz,
  -- Whether a missing last use means that there was none.
  use_known boolean not null default false,
  -- Others of the same department in the group.
  peers int not null default 0,
  recommendation text not null default 'keep' check (recommendation in ('keep', 'remove')),
  recommended_because text not null default '',
  decision text not null default 'undecided' check (decision in ('undecided', 'keep', 'remove')),
  reason text not null default '' check (length(reason) <= 500),
  -- Null with a decision: nobody answered, and the review's own rule decided.
  decided_by uuid references people,
  decided_by_name text,
  decided_at timestamptz,
  -- When its removal was set going, so that it is once.
  removal_begun_at timestamptz,
  -- Null until the review closes.
  result text check (result in ('pending', 'kept', 'removed', 'gone', 'failed')),
  result_note text not null default '',
  settled_at timestamptz,
  unique (review_id, group_id, person_id),
  check ((decision = 'undecided') = (decided_at is null)),
  check (decided_by is null or decision <> 'undecided'),
  check (decided_by is null = (decided_by_name is null))
);
create index access_review_items_listed on access_review_items (review_id, group_name, person_name, id);
create index access_review_items_undecided on access_review_items (review_id) where decision = 'undecided';
create index access_review_items_person on access_review_items (person_id, review_id);
create index access_review_items_group on access_review_items (group_id);
create index access_review_items_decider on access_review_items (decided_by, review_id) where decided_by is not null;

create function access_review_move() returns trigger language plpgsql as $$
begin
  if new.created_by <> old.created_by or new.account_id is distinct from old.account_id
    or new.group_id is distinct from old.group_id or new.tower_id is distinct from old.tower_id or new.reviewers <> old.reviewers then
    raise exception 'a review keeps what it is about' using errcode = '23514', constraint = 'access_review_fixed';
  end if;
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'scheduled>open', 'scheduled>cancelled', 'open>closing', 'open>cancelled', 'closing>applied']) then
    raise exception 'a review cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'access_review_moves';
  end if;
  if old.status in ('applied', 'cancelled') then
    raise exception 'a review that is over stays as it is' using errcode = '23514', constraint = 'access_review_moves';
  end if;
  return new;
end $$;
create trigger access_reviews_move before update on access_reviews for each row execute function access_review_move();

-- Decisions while it is open, results while it closes, nothing afterwards; and nobody about themselves unless that is the point.
create function access_review_item_move() returns trigger language plpgsql as $$
declare
  review record;
begin
  select status, reviewers into review from access_reviews where id = new.review_id;
  if new.group_id <> old.group_id or new.person_id <> old.person_id or new.review_id <> old.review_id then
    raise exception 'an item keeps its membership' using errcode = '23514', constraint = 'access_review_item_fixed';
  end if;
  if (new.decision, new.reason, new.decided_by, new.decided_at) is distinct from (old.decision, old.reason, old.decided_by, old.decided_at)
    and review.status <> 'open' then
    raise exception 'this review takes no decisions' using errcode = '23514', constraint = 'access_review_moves';
  end if;
  if new.decided_by = new.person_id and review.reviewers <> 'self' then
    raise exception 'nobody decides on an own membership' using errcode = '23514', constraint = 'nobody_reviews_themselves';
  end if;
  if (new.result, new.result_note, new.settled_at) is distinct from (old.result, old.result_note, old.settled_at)
    and review.status <> 'closing' then
    raise exception 'results are written while a review closes' using errcode = '23514', constraint = 'access_review_moves';
  end if;
  return new;
end $$;
create trigger access_review_items_move before update on access_review_items for each row execute function access_review_item_move();

-- Who decides on somebody's membership in an account, now: those the review asks, never the person alone. Where nobody is left the
-- account's owners, its family's owners, its tower's leads, and last the group that owns what would be nobody's. Once those next in
-- line have been asked they decide beside the first.
create function membership_deciders(reviewers text, named uuid[], account uuid, member uuid, escalated boolean)
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
    where p.id <> member or reviewers = 'self' and c.tier = 1
  ) found
  where tier = first_tier
  group by person_id
$$;

create view access_review_deciders as
select i.review_id, i.id as item_id, d.person_id, d.tier
from access_review_items i
join access_reviews r on r.id = i.review_id
join access_groups g on g.id = i.group_id
cross join lateral membership_deciders(r.reviewers,
  array(select n.person_id from access_review_named n where n.review_id = r.id order by n.position),
  g.account_id, i.person_id, r.escalated_at is not null) d;

-- The other way round: what somebody decides on, or has decided, in one review, or in all that are open. Where they may come into
-- question at all is found first, since few do.
create function access_review_items_of(person uuid, review uuid default null)
returns table (item_id uuid, review_id uuid, undecided boolean) language sql stable as $$
  with possible as materialized (
    select i.id, i.review_id, i.decision = 'undecided' as undecided, i.decided_by
    from access_reviews r
    join access_review_items i on i.review_id = r.id
    join access_groups g on g.id = i.group_id
    join accounts a on a.id = g.account_id
    where (r.id = review or review is null and r.status = 'open')
      and (i.decided_by = person
        or r.reviewers = 'self' and i.person_id = person
        or r.reviewers = 'managers' and i.person_id in (select m.id from people m where m.manager_id = person)
        or r.reviewers = 'named' and r.id in (select n.review_id from access_review_named n where n.person_id = person)
        or g.account_id in (select o.account_id from account_owners o where o.person_id = person)
        or (a.family_id in (select f.family_id from family_owners f where f.person_id = person)
            or a.tower_id in (select t.tower_id from tower_leads t where t.person_id = person)
            or exists (select from directory_groups b join directory_group_members d on d.group_id = b.id
              where b.fallback_owners and d.person_id = person))
          and (r.escalated_at is not null or not exists (select from account_owners o join people p on p.id = o.person_id and p.active
            where o.account_id = a.id and o.person_id <> i.person_id)))
  )
  select p.id, p.review_id, p.undecided from possible p
  -- Looked at item by item: the offset keeps the planner from working all of them out first.
  where p.decided_by = person
    or exists (select from access_review_deciders d where d.item_id = p.id and d.person_id = person offset 0)
$$;
