-- The budget of every account and sandbox is above zero and has a currency.
select id, name || ' has a budget of ' || budget::text as detail from accounts
where status <> 'deleted' and (budget_amount <= 0 or coalesce(budget->>'currency', '') !~ '^[A-Z]{3}$')
union all
select id, name || ' has a budget of ' || budget_limit || ' ' || currency from sandboxes
where status <> 'deleted' and budget_limit <= 0
