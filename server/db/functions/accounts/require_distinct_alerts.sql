-- The argument is the path of the budget in the row. Thresholds that the row already had can stay, because older versions accepted an
-- alert twice. For the same reason, the account of an approved request or change isn't checked again.
create or replace function require_distinct_alerts() returns trigger language plpgsql as $$
declare
  path constant text[] := tg_argv[0]::text[] || 'thresholds'::text;
  thresholds constant jsonb := to_jsonb(new) #> path;
  earlier jsonb := to_jsonb(new) #> (tg_argv[1]::text[] || 'thresholds'::text);
begin
  if tg_op = 'UPDATE' then earlier := coalesce(earlier, to_jsonb(old) #> path); end if;
  if jsonb_typeof(thresholds) = 'array' and thresholds is distinct from earlier
    and (select count(*) > count(distinct each) from jsonb_array_elements(thresholds) each) then
    raise exception 'the budget has the same alert twice' using errcode = '23514', constraint = 'budget_alerts_are_distinct';
  end if;
  return new;
end $$;

create trigger accounts_distinct_alerts before insert or update of budget on accounts for each row
  when (new.kind = 'manual') execute function require_distinct_alerts('{budget}');
create trigger account_requests_distinct_alerts before insert or update of details on account_requests for each row
  execute function require_distinct_alerts('{details,budget}');
create trigger account_updates_distinct_alerts before insert or update of change on account_updates for each row
  execute function require_distinct_alerts('{change,after,budget}', '{change,before,budget}');
