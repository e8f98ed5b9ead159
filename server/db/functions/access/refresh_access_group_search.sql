-- A group's search words depend on its account, family and roles. Any update of the group is enough, because the group's own trigger
-- rebuilds the words.
create or replace function refresh_access_group_search() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'accounts' then update access_groups set search_text = '' where account_id = new.id and status <> 'deleted';
  elsif tg_table_name = 'role_abilities' then
    update access_groups set search_text = '' where roles @> jsonb_build_array(jsonb_build_object('roleDefinitionId', new.role_definition_id));
  elsif tg_table_name = 'families' then
    update access_groups set search_text = '' where account_id in (select id from accounts where family_id = new.id) and status <> 'deleted';
  else
    update access_groups set search_text = '' where account_id in (select id from accounts where tower_id = new.id) and status <> 'deleted';
  end if;
  return null;
end $$;

create trigger accounts_group_search after update of name, description, family_id, tower_id on accounts for each row
  when ((old.name, old.description, old.family_id, old.tower_id) is distinct from (new.name, new.description, new.family_id, new.tower_id))
  execute function refresh_access_group_search();
create trigger families_group_search after update of name on families for each row
  when (old.name is distinct from new.name) execute function refresh_access_group_search();
create trigger towers_group_search after update of name, code on towers for each row
  when ((old.name, old.code) is distinct from (new.name, new.code)) execute function refresh_access_group_search();
create trigger role_abilities_group_search after update of abilities, allowed_actions, breadth on role_abilities for each row
  when ((old.abilities, old.allowed_actions, old.breadth) is distinct from (new.abilities, new.allowed_actions, new.breadth))
  execute function refresh_access_group_search();
