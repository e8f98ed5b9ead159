-- Prices that were looked up, kept for a day. `hourly` is in millionths of a minor unit; null: the list has no such price.
create table retail_prices (
  key text primary key,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  hourly bigint check (hourly >= 0),
  fetched_at timestamptz not null
);

-- How far the cost of each sandbox is counted, and the rate at which it continues.
create table sandbox_meters (
  sandbox_id uuid primary key references sandboxes on delete cascade,
  counted_to timestamptz not null,
  -- Cost per hour, in millionths of a minor unit, of the resources at the last scan.
  rate bigint not null default 0 check (rate >= 0),
  -- The remainder of dividing by the milliseconds of an hour, so that nothing is ever rounded away.
  carry bigint not null default 0 check (carry between 0 and 3599999),
  looked_at timestamptz,
  -- [{id, name, type, running, rate, free, why, priceKeys}] at the last scan.
  resources jsonb not null default '[]' check (jsonb_typeof(resources) = 'array'),
  priced_at timestamptz,
  -- Why the last scan failed.
  trouble text,
  idle_checked_at timestamptz,
  closed_at timestamptz
);
create index sandbox_meters_due on sandbox_meters (counted_to) where closed_at is null;

-- Cost by day in UTC (`2026-11-22`), in millionths of a minor unit. Where the billed amount is known, it counts.
create table sandbox_days (
  sandbox_id uuid not null references sandboxes on delete cascade,
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  estimated bigint not null default 0 check (estimated >= 0),
  billed bigint check (billed >= 0),
  billed_at timestamptz,
  primary key (sandbox_id, day),
  check ((billed is null) = (billed_at is null))
);

-- How the estimate grew within a day, for the chart. Filled: no scan succeeded for a while, so the last known rate was used.
create table sandbox_spend (
  sandbox_id uuid not null references sandboxes on delete cascade,
  at timestamptz not null,
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  day_estimated bigint not null check (day_estimated >= 0),
  rate bigint not null,
  filled boolean not null default false,
  primary key (sandbox_id, at)
);

-- When the bill of each subscription with sandboxes was last fetched.
create table sandbox_bills (
  subscription_id uuid primary key,
  asked_at timestamptz not null,
  trouble text
);
