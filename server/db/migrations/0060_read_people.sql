-- Two accounts of one human are known by their employee number, so nobody decides, grants or is voted for before Slipway has read their
-- account in the directory; and nothing is approved by votes that turned out later to be of the requester (decision record 0053).

create function require_read(variadic accounts uuid[]) returns void language plpgsql stable as $$
begin
  if exists (select from people p where p.id = any (accounts) and p.directory_checked_at is null) then
    raise exception 'an account was never read in the directory' using errcode = '23514', constraint = 'people_are_read_first';
  end if;
end $$;

create function vote_of_read_people() returns trigger language plpgsql as $$
begin
  perform require_read(new.approver_id, new.on_behalf_of, (select a.requester_id from approvals a where a.id = new.approval_id));
  return new;
end $$;
create trigger approval_decisions_read before insert on approval_decisions for each row execute function vote_of_read_people();

-- As before (0049), and both are read.
create or replace function require_other_human() returns trigger language plpgsql as $$
declare
  written jsonb := to_jsonb(new);
  one uuid := (written->>tg_argv[0])::uuid;
  other uuid := (written->>tg_argv[1])::uuid;
begin
  if same_human(one, other) then
    raise exception '% and % are accounts of one human', tg_argv[0], tg_argv[1] using errcode = '23514', constraint = tg_argv[2];
  end if;
  perform require_read(one, other);
  return new;
end $$;

-- Whether a stage was approved by votes too few of which are of others, by what is known of the accounts now.
create function lacks_votes_of_others(round uuid) returns boolean language sql stable as $$
  select exists (
    select from approvals a
    join people q on q.id = a.requester_id
    join approval_stages s on s.approval_id = a.id and s.status = 'approved' and s.counted is not null
    cross join lateral (
      select count(distinct human(v)) as others
      from approval_decisions d join people v on v.id = d.approver_id left join people h on h.id = d.on_behalf_of
      where d.id = any (s.counted) and human(v) <> human(q) and (h.id is null or human(h) <> human(q))
    ) c
    where a.id = round and c.others < s.minimum)
$$;

-- Such a request is withdrawn like one whose base has ended, and as little approved: the view is as it was (0050), and these.
do $migration$ begin
execute 'create or replace view ended_requests as ' || rtrim(pg_get_viewdef('ended_requests'::regclass), ';') || $view$
union all
select a.subject_kind, a.subject_id, a.requester_id, r.account_id, r.sandbox_id, r.group_id, r.reference, r.status,
  'An earlier stage was not approved by enough people other than the requester.'
from approvals a
join (
  select 'accountRequest' as kind, id, null::uuid as account_id, null::uuid as sandbox_id, null::uuid as group_id, reference, status
  from account_requests
  union all
  select 'accountUpdate', id, account_id, null, null, reference, status from account_updates
  union all
  select case when g.account_id is null then 'sandboxAccessRequest' else 'accessRequest' end, r.id, g.account_id, g.sandbox_id, g.id,
    r.reference, r.status
  from access_requests r join access_groups g on g.id = r.group_id
  union all
  select 'sandboxRequest', id, null, sandbox_id, null, reference, status from sandbox_requests
  union all
  select 'pimActivation', t.id, t.account_id, null, null, t.role_name || ' in ' || a.name, t.status
  from pim_activations t join accounts a on a.id = t.account_id
  union all
  select 'policyChange', change_id, null, null, null, 'Version ' || version || ' of “' || name || '”', status
  from approval_policies where status = 'proposed'
) r on r.kind = a.subject_kind and r.id = a.subject_id
where a.status = 'pending' and a.stage > 1 and lacks_votes_of_others(a.id)
$view$;
end $migration$;

-- Every stage keeps whom it asks, not only a closed one (0058). While it is open, people can be named beside them, one at a time, where nobody
-- who is asked can be reached, and with them the group that decides where a rule names nobody.
create or replace function stage_keeps_its_rule() returns trigger language plpgsql as $$
declare
  kept jsonb := case when old.rule->>'kind' = 'anyOf' then coalesce(old.rule->'of', '[]')
    else jsonb_build_array(old.rule - 'fallbackGroupId' - 'explain') end;
  added jsonb;
begin
  if old.status = 'open' and (new.name, new.alternates) is not distinct from (old.name, old.alternates) and new.minimum >= old.minimum then
    if new.rule = old.rule then
      return new;
    end if;
    select coalesce(jsonb_agg(o.r), '[]') into added
    from jsonb_array_elements(new.rule->'of') with ordinality o (r, n) where o.n > jsonb_array_length(kept);
    if new.rule->>'kind' = 'anyOf'
      and kept = (select coalesce(jsonb_agg(o.r order by o.n), '[]') from jsonb_array_elements(new.rule->'of') with ordinality o (r, n)
        where o.n <= jsonb_array_length(kept))
      and new.rule - array['kind', 'of', 'fallbackGroupId', 'explain']
        = (case when old.rule->>'kind' = 'anyOf' then old.rule - array['kind', 'of', 'fallbackGroupId', 'explain'] else '{}' end)
      and coalesce(new.rule->>'fallbackGroupId', old.rule->>'fallbackGroupId') is not distinct from (old.rule->>'fallbackGroupId')
      and added->-1->>'kind' = 'person'
      and (jsonb_array_length(added) = 1 or jsonb_array_length(added) = 2
        and added->0 = jsonb_build_object('kind', 'directoryGroup', 'groupId', old.rule->'fallbackGroupId')) then
      return new;
    end if;
  end if;
  raise exception 'a stage keeps whom it asks' using errcode = '23514', constraint = 'approval_stage_moves';
end $$;
drop trigger approval_stages_keep on approval_stages;
create trigger approval_stages_keep before update of name, rule, alternates, minimum on approval_stages for each row
  when ((new.name, new.rule, new.alternates, new.minimum) is distinct from (old.name, old.rule, old.alternates, old.minimum))
  execute function stage_keeps_its_rule();
