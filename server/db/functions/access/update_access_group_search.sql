-- A search can find a group by its name, its account or sandbox, and the actions that its roles allow.
create or replace function update_access_group_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into role_abilities (role_definition_id, role_name, scope)
    select distinct on (1) lower(r->>'roleDefinitionId'), r->>'roleName', r->>'scope' from jsonb_array_elements(new.roles) r
    where r->>'roleDefinitionId' is not null
    on conflict do nothing;
  end if;
  select normalized_terms(new.name, a.name) || lower(new.name || ' ' || a.name) || ' |' || normalized_terms(new.description, a.description, f.name, t.name, t.code)
  into new.search_text
  from accounts a join families f on f.id = a.family_id join towers t on t.id = a.tower_id where a.id = new.account_id;
  if tg_op = 'INSERT' or new.search_text is distinct from old.search_text then
    insert into access_terms
    select distinct t.word from regexp_split_to_table(new.search_text, '[^[:alnum:]]+') t (word)
    where length(t.word) between 3 and 60 and not exists (select from access_terms known where known.word = t.word) order by 1
    on conflict do nothing;
  end if;
  select coalesce(array_agg(distinct each) filter (where each is not null), '{}') into new.abilities
  from jsonb_array_elements(new.roles) r join role_abilities k on k.role_definition_id = lower(r->>'roleDefinitionId'), unnest(k.abilities) each;
  select coalesce(array_agg(line order by place, at), '{}') into new.allowed_actions from (
    select line, min(r.place) as place, min(l.at) as at
    from jsonb_array_elements(new.roles) with ordinality r(role, place)
    join role_abilities k on k.role_definition_id = lower(r.role->>'roleDefinitionId'), unnest(k.allowed_actions) with ordinality l(line, at)
    group by line) lines;
  select coalesce(sum(k.breadth), 0) into new.breadth
  from jsonb_array_elements(new.roles) r join role_abilities k on k.role_definition_id = lower(r->>'roleDefinitionId');
  return new;
end $$;

create trigger access_groups_search before insert or update of name, description, roles, search_text on access_groups
  for each row when (new.account_id is not null) execute function update_access_group_search();
