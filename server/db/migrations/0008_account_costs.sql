-- expand: processes that don't know this table and index don't use them.

-- The cost of an account as its budget reported it at the last check of each month. Azure's budgets report only the current month, so
-- without these rows Slipway couldn't show the cost of all accounts over time. Amounts are in minor units of the currency, and can be
-- negative after a refund.
create table account_costs (
  account_id uuid not null references accounts on delete cascade,
  -- The month in UTC, such as `2026-11`.
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  spent bigint not null,
  -- Azure's forecast of the whole month; null if it has none.
  forecast bigint,
  read_at timestamptz not null,
  primary key (account_id, month)
);
create index account_costs_month on account_costs (month, account_id);

-- Counts accounts by health without reading their rows. PostgreSQL reads only the index if it also has the column of the expression.
create index accounts_by_health_known on accounts (status, (coalesce(health_known, 0)), health) include (health_known)
  where status <> 'deleted';
