-- Finding access in one's own words: what each group lets one do, how much that is, and the words of the place it is for.
-- And groups that nobody should be in at the same time.

-- What the roles that groups carry let one do, as Azure defines them; learned within a minute of a role's first use, and again each day.
create table role_abilities (
  -- The GUID, in small letters.
  role_definition_id text primary key,
  role_name text not null,
  -- A scope at which Azure can be asked about it.
  scope text not null,
  -- Names of things one may do; the code knows them (abilities.ts).
  abilities text[] not null default '{}',
  lets text[] not null default '{}',
  -- How much it lets one do: the more the higher.
  breadth int not null default 0 check (breadth >= 0),
  learned_at timestamptz
);
create index role_abilities_learned on role_abilities (learned_at nulls first);

alter table access_groups
  -- Small letters and digits, a space before each word: those of its own and its account's name, both as they are written, and behind
  -- the bar the words around them.
  add column find_text text not null default '',
  add column abilities text[] not null default '{}',
  add column lets text[] not null default '{}',
  add column breadth int not null default 0;

-- Every word that groups are found by, once: a misspelt word is looked for among these few. Groups stay in the history, so words do too.
create table access_words (word text primary key check (length(word) <= 60));
create index access_words_near on access_words using gin (word gin_trgm_ops);

create function find_words(variadic parts text[]) returns text language sql immutable parallel safe as $$
  select ' ' || btrim(regexp_replace(lower(normalize(array_to_string(parts, ' '), NFKC)), '[^[:alnum:]]+', ' ', 'g')) || ' '
$$;

create function access_group_found_by() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into role_abilities (role_definition_id, role_name, scope)
    select distinct on (1) lower(r->>'roleDefinitionId'), r->>'roleName', r->>'scope' from jsonb_array_elements(new.roles) r
    where r->>'roleDefinitionId' is not null
    on conflict do nothing;
  end if;
  select find_words(new.name, a.name) || lower(new.name || ' ' || a.name) || ' |' || find_words(new.description, a.description, f.name, t.name, t.code)
  into new.find_text
  from accounts a join families f on f.id = a.family_id join towers t on t.id = a.tower_id where a.id = new.account_id;
  if tg_op = 'INSERT' or new.find_text is distinct from old.find_text then
    insert into access_words
    select distinct t.word from regexp_split_to_table(new.find_text, '[^[:alnum:]]+') t (word)
    where length(t.word) between 3 and 60 and not exists (select from access_words known where known.word = t.word) order by 1
    on conflict do nothing;
  end if;
  select coalesce(array_agg(distinct each) filter (where each is not null), '{}') into new.abilities
  from jsonb_array_elements(new.roles) r join role_abilities k on k.role_definition_id = lower(r->>'roleDefinitionId'), unnest(k.abilities) each;
  select coalesce(array_agg(line order by place, at), '{}') into new.lets from (
    select line, min(r.place) as place, min(l.at) as at
    from jsonb_array_elements(new.roles) with ordinality r(role, place)
    join role_abilities k on k.role_definition_id = lower(r.role->>'roleDefinitionId'), unnest(k.lets) with ordinality l(line, at)
    group by line) lines;
  select coalesce(sum(k.breadth), 0) into new.breadth
  from jsonb_array_elements(new.roles) r join role_abilities k on k.role_definition_id = lower(r->>'roleDefinitionId');
  return new;
end $$;
create trigger access_groups_found_by before insert or update of name, description, roles, find_text on access_groups
  for each row execute function access_group_found_by();

-- A group's words are made anew when those around it change; setting any is enough.
create function access_groups_refind() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'accounts' then update access_groups set find_text = '' where account_id = new.id and status <> 'deleted';
  elsif tg_table_name = 'role_abilities' then
    update access_groups set find_text = '' where roles @> jsonb_build_array(jsonb_build_object('roleDefinitionId', new.role_definition_id));
  elsif tg_table_name = 'families' then
    update access_groups set find_text = '' where account_id in (select id from accounts where family_id = new.id) and status <> 'deleted';
  else
    update access_groups set find_text = '' where account_id in (select id from accounts where tower_id = new.id) and status <> 'deleted';
  end if;
  return null;
end $$;
create trigger accounts_refind after update of name, description, family_id, tower_id on accounts for each row
  when ((old.name, old.description, old.family_id, old.tower_id) is distinct from (new.name, new.description, new.family_id, new.tower_id))
  execute function access_groups_refind();
create trigger families_refind after update of name on families for each row
  when (old.name is distinct from new.name) execute function access_groups_refind();
create trigger towers_refind after update of name, code on towers for each row
  when ((old.name, old.code) is distinct from (new.name, new.code)) execute function access_groups_refind();
create trigger role_abilities_refind after update of abilities, lets, breadth on role_abilities for each row
  when ((old.abilities, old.lets, old.breadth) is distinct from (new.abilities, new.lets, new.breadth))
  execute function access_groups_refind();

create index access_groups_roles on access_groups using gin (roles jsonb_path_ops);
create index access_groups_find on access_groups using gin (find_text gin_trgm_ops) where status <> 'deleted';
create index access_groups_abilities on access_groups using gin (abilities) where status <> 'deleted';
create index access_groups_by_name on access_groups (name, id) where status <> 'deleted';
create index access_groups_by_breadth on access_groups (breadth, id) where status <> 'deleted';
create index access_groups_by_created on access_groups (created_at, id) where status <> 'deleted';
create index access_groups_by_updated on access_groups (updated_at, id) where status <> 'deleted';

-- The groups that are here already.
insert into role_abilities (role_definition_id, role_name, scope)
select distinct on (1) lower(r->>'roleDefinitionId'), r->>'roleName', r->>'scope'
from access_groups g, jsonb_array_elements(g.roles) r where r->>'roleDefinitionId' is not null;
update access_groups set find_text = '';

-- Separation of duties: two groups that nobody should be in at the same time, in either order.
create table access_group_conflicts (
  group_id uuid not null references access_groups,
  other_id uuid not null references access_groups,
  reason text not null check (length(btrim(reason)) between 3 and 400),
  created_by uuid references people,
  created_at timestamptz not null default now(),
  primary key (group_id, other_id),
  constraint access_group_conflicts_pair check (group_id < other_id)
);
create index access_group_conflicts_other on access_group_conflicts (other_id);

-- What stood against a request when it was asked for, the directory having been asked as well: [{groupId, name, reason, holds}]
alter table access_requests add column conflicts jsonb not null default '[]' check (jsonb_typeof(conflicts) = 'array');
