-- What sandboxes cost: estimated from what stands there and the price list, replaced by what is billed.

-- The price list as far as it was asked for, kept for a day. An hour in millionths of a minor unit; null: the list has no such price.
create table retail_prices (
  key text primary key,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  hourly bigint check (hourly >= 0),
  fetched_at timestamptz not null
);

-- How far each sandbox is counted, and at what rate it goes on from there.
create table sandbox_meters (
  sandbox_id uuid primary key references sandboxes on delete cascade,
  counted_to timestamptz not null,
  -- An hour, in millionths of a minor unit, of what stood there when it was last looked at.
  rate bigint not null default 0 check (rate >= 0),
  -- What is left over from dividing by the milliseconds of an hour: nothing is ever rounded away.
  carry bigint not null default 0 check (carry between 0 and 3599999),
  looked_at timestamptz,
  -- [{id, name, type, running, rate, free, why, priceKeys}]: what was seen then.
  resources jsonb not null default '[]' check (jsonb_typeof(resources) = 'array'),
  priced_at timestamptz,
  -- Why it could not be looked at since, in words.
  trouble text,
  idle_checked_at timestamptz,
  closed_at timestamptz
);
create index sandbox_meters_due on sandbox_meters (counted_to) where closed_at is null;

-- By day in UTC, `2026-11-22`, in millionths of a minor unit. What is billed counts, where it is known.
create table sandbox_days (
  sandbox_id uuid not null references sandboxes on delete cascade,
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  estimated bigint not null default 0 check (estimated >= 0),
  billed bigint check (billed >= 0),
  billed_at timestamptz,
  primary key (sandbox_id, day),
  check ((billed is null) = (billed_at is null))
);

-- How the estimate grew within the days, for the picture. Filled: nobody had looked for a while, and the last known rate was taken.
create table sandbox_spend (
  sandbox_id uuid not null references sandboxes on delete cascade,
  at timestamptz not null,
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  day_estimated bigint not null check (day_estimated >= 0),
  rate bigint not null,
  filled boolean not null default false,
  primary key (sandbox_id, at)
);

-- When the bill of each subscription with sandboxes was last asked for.
create table sandbox_bills (
  subscription_id uuid primary key,
  asked_at timestamptz not null,
  trouble text
);
create index sandboxes_in_subscription on sandboxes (subscription_id, lower(resource_group)) where subscription_id is not null;
