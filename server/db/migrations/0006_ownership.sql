-- Ownership that outlives people: who fell away, who may follow, and a database that leaves no account in use to nobody.

-- Members of this one group own what would otherwise be nobody's.
alter table directory_groups add column fallback_owners boolean not null default false;
create unique index directory_groups_fallback_owners on directory_groups (fallback_owners) where fallback_owners;
create index people_gone on people (id) where not active;

-- `left`: too few valid owners remain. `moved`: an owner works elsewhere now; a proposal, no more.
create table ownership_gaps (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  person_id uuid not null references people,
  reason text not null check (reason in ('left', 'moved')),
  former_department text,
  opened_at timestamptz not null default now(),
  asked_at timestamptz,
  resolved_at timestamptz,
  outcome text check (outcome in ('accepted', 'replaced', 'returned', 'familyOwner', 'towerLead', 'fallbackGroup', 'kept', 'ended')),
  successor_id uuid references people,
  told_at timestamptz,
  check ((resolved_at is null) = (outcome is null))
);
create unique index ownership_gaps_one_open on ownership_gaps (account_id, person_id) where resolved_at is null;
create unique index ownership_gaps_one_left on ownership_gaps (account_id) where resolved_at is null and reason = 'left';
create index ownership_gaps_waiting on ownership_gaps (opened_at, id) where resolved_at is null;
create index ownership_gaps_untold on ownership_gaps (resolved_at) where resolved_at is not null and told_at is null;

create table ownership_proposals (
  gap_id uuid not null references ownership_gaps on delete cascade,
  person_id uuid not null references people,
  rank int not null,
  reason text not null,
  proposed_by uuid references people,
  status text not null default 'proposed' check (status in ('proposed', 'accepted', 'declined')),
  asked_at timestamptz,
  answered_at timestamptz,
  primary key (gap_id, person_id)
);
create index ownership_proposals_person on ownership_proposals (person_id, gap_id) where status = 'proposed';

create function valid_owners(account uuid) returns bigint language sql stable as $$
  select count(*) from account_owners o join people p on p.id = o.person_id and p.active where o.account_id = account
$$;

-- Who could take an account over when nobody does, best first: its family's owners, its tower's leads, the fallback group.
create function fallback_owners(account uuid) returns table (person_id uuid, source text, tier int) language sql stable as $$
  select p.id, x.source, x.tier
  from accounts a
  cross join lateral (
    select f.person_id, 'familyOwner' as source, 1 as tier, f.position from family_owners f where f.family_id = a.family_id
    union all
    select t.person_id, 'towerLead', 2, t.position from tower_leads t where t.tower_id = a.tower_id
    union all
    select m.person_id, 'fallbackGroup', 3, 0
    from directory_groups g join directory_group_members m on m.group_id = g.id where g.fallback_owners
  ) x
  join people p on p.id = x.person_id and p.active
  where a.id = account
    and not exists (select from account_owners o where o.account_id = a.id and o.person_id = p.id)
  order by x.tier, x.position, p.id
$$;

-- Puts the fallback owner in the place of one who is gone, when no valid owner is left. People are told by the server afterwards.
create function keep_an_owner(account uuid) returns void language plpgsql as $$
declare
  gone uuid;
  successor record;
begin
  perform from accounts where id = account and status = 'active' for update;
  if not found or valid_owners(account) > 0 then return;
  end if;
  -- Somebody whose place is being filled already keeps the gap and its clock.
  select o.person_id into gone from account_owners o where o.account_id = account
  order by exists (select from ownership_gaps g where g.account_id = account and g.person_id = o.person_id and g.resolved_at is null),
    o.position, o.person_id
  limit 1;
  for successor in select * from fallback_owners(account) loop
    -- Whoever takes it on does not leave in the same moment unseen.
    perform from people where id = successor.person_id and active for share;
    exit when found;
  end loop;
  if gone is null or not found then return;
  end if;
  update account_owners set person_id = successor.person_id where account_id = account and person_id = gone;
  update accounts set version = version + 1, updated_at = now() where id = account;
  insert into ownership_gaps (account_id, person_id, reason, resolved_at, outcome, successor_id)
  values (account, gone, 'left', now(), successor.source, successor.person_id);
  insert into audit_events (id, actor_name, credential, operation, subject_kind, subject_id, before, after, outcome, reason, request_id)
  values (gen_random_uuid(), 'Slipway', 'none', 'ownershipFallback', 'account', account::text,
    jsonb_build_object('ownerId', gone), jsonb_build_object('ownerId', successor.person_id), 'allowed',
    'No valid owner was left.', 'database');
end $$;

create function owner_gone() returns trigger language plpgsql as $$
declare
  account uuid;
begin
  for account in select o.account_id from account_owners o where o.person_id = new.id order by 1 loop
    perform keep_an_owner(account);
  end loop;
  return null;
end $$;
create trigger people_owner_gone after update of active on people
  for each row when (old.active and not new.active) execute function owner_gone();

create function account_kept_owned() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'accounts' then perform keep_an_owner(new.id);
  else perform keep_an_owner(old.account_id);
  end if;
  return null;
end $$;
create constraint trigger accounts_kept_owned after update of status on accounts
  deferrable initially deferred for each row when (new.status = 'active') execute function account_kept_owned();
create constraint trigger account_owners_kept_owned after update or delete on account_owners
  deferrable initially deferred for each row execute function account_kept_owned();
