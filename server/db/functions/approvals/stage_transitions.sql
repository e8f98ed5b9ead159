-- Stages open in order, and a closed stage is final. An approved stage must have enough votes, and stores which votes counted.
create or replace function stage_transitions() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from approvals a where a.id = old.approval_id and a.status = 'pending') then
      raise exception 'a stage of a pending round cannot be removed' using errcode = '23514', constraint = 'approval_stage_transitions';
    end if;
    return old;
  end if;
  if new.status = 'open' and (tg_op = 'INSERT' or old.status <> 'open') and exists (
    select from approval_stages s where s.approval_id = new.approval_id and s.stage < new.stage and s.status <> 'approved'
  ) then
    raise exception 'an earlier stage is not approved' using errcode = '23514', constraint = 'approval_stage_transitions';
  end if;
  if tg_op = 'INSERT' then
    if new.status = 'approved' then
      raise exception 'a stage is approved only by votes' using errcode = '23514', constraint = 'approval_stage_needs_votes';
    end if;
    return new;
  end if;
  if new.approval_id <> old.approval_id or new.stage <> old.stage or new.minimum < old.minimum
    or (new.status <> old.status and not (old.status || '>' || new.status) = any (array[
      'waiting>open', 'waiting>cancelled', 'waiting>expired',
      'open>approved', 'open>rejected', 'open>changes_requested', 'open>cancelled', 'open>expired'])) then
    raise exception 'a stage cannot go from % to %', old.status, new.status using errcode = '23514', constraint = 'approval_stage_transitions';
  end if;
  if new.status <> old.status and new.status = 'approved' then
    new.counted := array(
      select v.id from stage_votes(new.approval_id, new.stage, coalesce(new.closed_at, now())) v where v.counts and v.decision = 'approve');
    if cardinality(new.counted) < new.minimum then
      raise exception 'stage % has % of % votes', new.stage, cardinality(new.counted), new.minimum
        using errcode = '23514', constraint = 'approval_stage_needs_votes';
    end if;
  elsif new.counted is distinct from old.counted then
    raise exception 'counted votes cannot change' using errcode = '23514', constraint = 'approval_stage_transitions';
  end if;
  return new;
end $$;

create trigger approval_stages_transitions before insert or update or delete on approval_stages for each row execute function stage_transitions();
