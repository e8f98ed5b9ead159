create or replace function approval_stage_keys() returns trigger language plpgsql as $$
begin
  select rule_keys(new.rule, a), case when new.alternates is null then '{}' else rule_keys(new.alternates, a) end
    into new.keys, new.alternate_keys from approvals a where a.id = new.approval_id;
  return new;
end $$;

create trigger approval_stages_keys before insert or update of rule, alternates on approval_stages
  for each row execute function approval_stage_keys();
