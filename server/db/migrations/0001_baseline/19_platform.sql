create table settings (
  name text primary key check (length(name) <= 40),
  value jsonb not null,
  version int not null default 1,
  updated_by uuid not null references people,
  updated_at timestamptz not null default now()
);

create table setting_changes (
  id uuid primary key,
  name text not null references settings on delete cascade,
  before jsonb,
  after jsonb not null,
  reason text not null default '' check (length(reason) <= 300),
  changed_by uuid not null references people,
  at timestamptz not null default now()
);
create index setting_changes_name on setting_changes (name, at desc, id desc);

create sequence feedback_number;
create table feedback (
  id uuid primary key,
  reference text not null unique,
  person_id uuid not null references people (id),
  rating int not null check (rating between 1 and 5),
  category text not null check (category in ('idea', 'problem', 'praise', 'question')),
  text text not null default '' check (char_length(text) <= 2000),
  -- A path in Slipway, never another site's.
  page text not null check (page ~ '^/' and page !~ '^//' and char_length(page) <= 500),
  context jsonb not null default '{}' check (jsonb_typeof(context) = 'object'),
  status text not null default 'new' check (status in ('new', 'seen', 'planned', 'done', 'declined')),
  note text not null default '' check (char_length(note) <= 1000),
  answered_by uuid references people (id),
  answered_at timestamptz,
  search_text text not null generated always as (lower(reference || ' ' || text || ' ' || page || ' ' || note)) stored,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index feedback_listed on feedback (created_at, id);
create index feedback_own on feedback (person_id, created_at desc);
create index feedback_status on feedback (status, created_at);
create index feedback_rating on feedback (rating, id);
create index feedback_updated on feedback (updated_at, id);
create index feedback_search on feedback using gin (search_text gin_trgm_ops);

create table idempotency_keys (
  subject text not null,
  operation text not null,
  key text not null,
  body_hash bytea not null,
  status int not null,
  headers jsonb not null,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (subject, operation, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- Responses of outside services per replica in the last 15 minutes, in buckets that add up. Unlogged, because it changes every few seconds
-- and is worthless after a restart.
create unlogged table service_health (
  replica uuid not null,
  service text not null check (char_length(service) <= 60),
  seen jsonb not null,
  at timestamptz not null,
  primary key (replica, service)
);
create index service_health_at on service_health (at);

-- Slipway's slow statements, without values; a few hundred at most.
create table slow_queries (
  fingerprint text primary key check (char_length(fingerprint) <= 64),
  statement text not null check (char_length(statement) <= 2000),
  operation text not null check (char_length(operation) <= 80),
  count bigint not null,
  total_ms bigint not null,
  max_ms bigint not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null
);
create index slow_queries_last on slow_queries (last_seen);

-- Results of the hourly checks of data invariants. Some are expensive, so screens and metrics read them here.
create table invariant_checks (
  name text primary key check (char_length(name) <= 100),
  checked_at timestamptz not null,
  -- At most the number of reported rows; 0 with a problem means unknown.
  violations int not null check (violations >= 0),
  -- [{id, detail}].
  rows jsonb not null default '[]' check (jsonb_typeof(rows) = 'array'),
  problem text check (char_length(problem) <= 500),
  violated_since timestamptz
);
