-- What machines sign in with. The key itself is shown once and never stored: its public part finds the row, a keyed hash proves the rest.
create table api_keys (
  id uuid primary key,
  name text not null check (char_length(name) between 2 and 80),
  public_id text not null unique check (public_id ~ '^[0-9A-Za-z]{12}$'),
  hash bytea not null check (octet_length(hash) = 32),
  scopes text[] not null check (cardinality(scopes) between 1 and 10),
  -- What a key with the deploy scope is for; other scopes are not about single accounts.
  account_ids uuid[] not null default '{}' check (cardinality(account_ids) <= 50),
  owner_id uuid not null references people (id),
  created_by uuid not null references people (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references people (id),
  version int not null default 1,
  check (expires_at > created_at),
  check ((revoked_at is null) = (revoked_by is null))
);
create unique index api_keys_name on api_keys (lower(name)) where revoked_at is null;
create index api_keys_listed on api_keys (created_at desc, id);
create index api_keys_owner on api_keys (owner_id);
create index api_keys_accounts on api_keys using gin (account_ids);
