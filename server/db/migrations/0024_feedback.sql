-- API keys are looked for by name or public part, and their owners are told in time that they end.
alter table api_keys
  add column search_text text not null generated always as (lower(name || ' ' || public_id)) stored,
  add column remind_at timestamptz;
create index api_keys_search on api_keys using gin (search_text gin_trgm_ops);
create index api_keys_remind on api_keys (remind_at) where revoked_at is null;
create index api_keys_expires on api_keys (expires_at, id);
create index api_keys_name_order on api_keys (lower(name), id);
create index api_keys_last_used on api_keys (last_used_at desc nulls last, id desc);

-- What people think of Slipway, and what became of it.
create table feedback (
  id uuid primary key,
  reference text not null unique,
  person_id uuid not null references people (id),
  rating int not null check (rating between 1 and 5),
  category text not null check (category in ('idea', 'problem', 'praise', 'question')),
  text text not null default '' check (char_length(text) <= 2000),
  -- A place in Slipway, never another site's.
  page text not null check (page ~ '^/' and page !~ '^//' and char_length(page) <= 500),
  -- Only what the person chose to send along.
  context jsonb not null default '{}' check (jsonb_typeof(context) = 'object'),
  status text not null default 'new' check (status in ('new', 'seen', 'planned', 'done', 'declined')),
  -- What the person is told.
  note text not null default '' check (char_length(note) <= 1000),
  answered_by uuid references people (id),
  answered_at timestamptz,
  search_text text not null generated always as (lower(reference || ' ' || text || ' ' || page || ' ' || note)) stored,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create sequence feedback_number;
create index feedback_listed on feedback (created_at, id);
create index feedback_own on feedback (person_id, created_at desc);
create index feedback_status on feedback (status, created_at);
create index feedback_rating on feedback (rating, id);
create index feedback_updated on feedback (updated_at, id);
create index feedback_search on feedback using gin (search_text gin_trgm_ops);
