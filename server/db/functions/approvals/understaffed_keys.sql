-- Returns keys with at most one person who can decide, and that person. Relations that can have any number of people are read only for
-- rules that use these groups as their fallback.
create or replace function understaffed_keys(groups uuid[]) returns table (key text, sole text) language sql stable as $$
  with used as materialized (
    select distinct u.key, kind, substr(u.key, length(kind) + 2) as named
    from unnest(array['directoryGroup', 'person', 'role', 'sandboxOwner']) kind
    join pending_approver_keys u on u.fallback_group_id = any (groups) and u.key >= kind || ':' and u.key < kind || ';'
  )
  select key, sole from understaffed_relations()
  union all
  select u.key, min(identity_key(p)) from used u left join directory_group_members m on m.group_id = u.named::uuid
  left join people p on p.id = m.person_id and p.active where u.kind = 'directoryGroup' group by u.key having count(distinct identity_key(p)) < 2
  union all
  select u.key, min(identity_key(p)) from used u left join sandbox_owners o on o.sandbox_id = u.named::uuid
  left join people p on p.id = o.person_id and p.active where u.kind = 'sandboxOwner' group by u.key having count(distinct identity_key(p)) < 2
  union all
  select u.key, min(identity_key(p)) from used u left join people p on p.active and p.roles @> array[u.named]
  where u.kind = 'role' group by u.key having count(distinct identity_key(p)) < 2
  union all
  select u.key, identity_key(p) from used u left join people p on p.id = u.named::uuid and p.active where u.kind = 'person'
  union all
  values ('none', null)
$$;
