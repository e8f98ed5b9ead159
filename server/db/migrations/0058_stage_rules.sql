-- A closed stage keeps what it asked for: who could decide, how many of them had to, and who could when they were late. Otherwise a vote
-- could be made to look as if its seat had never been there, or the other way round. An open stage can be given further approvers.
create function stage_keeps_its_rule() returns trigger language plpgsql as $$
begin
  raise exception 'a closed stage keeps its rule' using errcode = '23514', constraint = 'approval_stage_moves';
end $$;
create trigger approval_stages_keep before update of name, rule, alternates, minimum on approval_stages for each row
  when (old.status not in ('open', 'waiting')
    and (new.name, new.rule, new.alternates, new.minimum) is distinct from (old.name, old.rule, old.alternates, old.minimum))
  execute function stage_keeps_its_rule();
alter table approval_stages
  add constraint approval_stages_rule check (rule ? 'kind' and (alternates is null or alternates ? 'kind'));
