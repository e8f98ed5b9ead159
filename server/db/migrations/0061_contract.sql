-- An administrator can lift the maximum stay of a group for one membership, never for a membership of their own.
alter table group_assignments
  add column maximum_lifted_by uuid references people,
  add column maximum_lifted_at timestamptz,
  add column maximum_lifted_because text check (length(maximum_lifted_because) between 1 and 2000),
  add constraint maximum_lifted_whole check (num_nonnulls(maximum_lifted_by, maximum_lifted_at, maximum_lifted_because) in (0, 3));
create trigger group_assignments_lifted before insert or update of maximum_lifted_by, person_id on group_assignments for each row
  when (new.maximum_lifted_by is not null)
  execute function require_other_human('maximum_lifted_by', 'person_id', 'nobody_lifts_own_maximum');
