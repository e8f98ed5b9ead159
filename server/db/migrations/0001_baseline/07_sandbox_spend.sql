-- Retail prices, cached for a day. `hourly` is in millionths of a minor unit; null if the price list has none.
create table retail_prices (
  key text primary key,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  hourly bigint check (hourly >= 0),
  fetched_at timestamptz not null
);

-- Up to when a sandbox's cost is counted, and the current rate.
create table sandbox_meters (
  sandbox_id uuid primary key references sandboxes on delete cascade,
  counted_to timestamptz not null,
  -- Cost per hour at the last scan, in millionths of a minor unit.
  rate bigint not null default 0 check (rate >= 0),
  -- Remainder of the division by the milliseconds of an hour, so that rounding loses nothing.
  carry bigint not null default 0 check (carry between 0 and 3599999),
  scanned_at timestamptz,
  -- [{id, name, type, running, rate, free, why, priceKeys}] at the last scan.
  resources jsonb not null default '[]' check (jsonb_typeof(resources) = 'array'),
  priced_at timestamptz,
  trouble text,
  idle_checked_at timestamptz,
  closed_at timestamptz
);
create index sandbox_meters_due on sandbox_meters (counted_to) where closed_at is null;

-- Cost per day in UTC (`2026-11-22`), in millionths of a minor unit. The billed amount takes precedence.
create table sandbox_days (
  sandbox_id uuid not null references sandboxes on delete cascade,
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  estimated bigint not null default 0 check (estimated >= 0),
  billed bigint check (billed >= 0),
  billed_at timestamptz,
  primary key (sandbox_id, day),
  check ((billed is null) = (billed_at is null))
);

-- Growth of the estimate within a day, for the chart. Filled rows use the last known rate because scans failed.
create table sandbox_spend (
  sandbox_id uuid not null references sandboxes on delete cascade,
  at timestamptz not null,
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  day_estimated bigint not null check (day_estimated >= 0),
  rate bigint not null,
  filled boolean not null default false,
  primary key (sandbox_id, at)
);

create table sandbox_bills (
  subscription_id uuid primary key,
  requested_at timestamptz not null,
  trouble text
);
