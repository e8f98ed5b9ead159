create table notifications (
  id uuid primary key,
  person_id uuid not null references people,
  kind text not null,
  subject_kind text not null,
  subject_id uuid not null,
  title text not null,
  body text not null default '',
  dedupe_key text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  unique (person_id, dedupe_key)
);
create index notifications_person on notifications (person_id, created_at desc, id);

create table notification_settings (
  person_id uuid primary key references people,
  -- Group or kind of notification → now, digest or off; only differences from the default.
  mail jsonb not null default '{}' check (jsonb_typeof(mail) = 'object' and octet_length(mail::text) <= 16384),
  time_zone text not null check (char_length(time_zone) between 1 and 64),
  -- Minutes of the day in that zone; the interval can span midnight. Equal values would mean the whole day.
  quiet_from int check (quiet_from between 0 and 1439),
  quiet_to int check (quiet_to between 0 and 1439),
  quiet_weekends boolean not null default false,
  digest_hour int not null check (digest_hour between 0 and 23),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  check ((quiet_from is null) = (quiet_to is null) and (quiet_from is null or quiet_from <> quiet_to))
);

-- The mail server is always one of the channels, set up by the configuration.
create table notification_channels (
  id uuid primary key,
  type text not null check (type in ('mail', 'slack', 'teams', 'webhook')),
  name text not null check (char_length(name) between 2 and 80),
  -- Encrypted with the server's key, because addresses of chat webhooks and signing secrets are passwords.
  url_sealed bytea,
  address text not null default '' check (char_length(address) <= 300),
  secret_sealed bytea,
  old_secret_sealed bytea,
  old_secret_until timestamptz,
  -- Groups and kinds of notifications, limited to this tower, family or account.
  topics text[] not null default '{}' check (cardinality(topics) <= 80),
  tower_id uuid references towers,
  family_id uuid references families,
  account_id uuid references accounts,
  enabled boolean not null default true,
  disabled_because text check (char_length(disabled_because) <= 500),
  -- Consecutive failures, with the time of the first failure and the end of the pause.
  failures int not null default 0,
  failing_since timestamptz,
  rest_until timestamptz,
  last_sent_at timestamptz,
  last_problem text check (char_length(last_problem) <= 500),
  created_by uuid references people,
  created_at timestamptz not null default now(),
  -- A deleted channel stays in the delivery log, without its secrets.
  deleted_at timestamptz,
  version int not null default 1,
  check (type = 'mail' or (cardinality(topics) > 0 and created_by is not null)),
  check ((type <> 'mail' and deleted_at is null) = (url_sealed is not null)),
  check ((type = 'webhook' and deleted_at is null) = (secret_sealed is not null)),
  check ((old_secret_sealed is null) = (old_secret_until is null)),
  check (num_nonnulls(tower_id, family_id, account_id) <= 1)
);
create unique index notification_channels_name on notification_channels (lower(name)) where deleted_at is null;
create unique index notification_channels_one_mail on notification_channels (type) where type = 'mail';

-- Notifications to send, written in the transaction of their cause. Receivers detect repeated attempts by the ID.
create table deliveries (
  id uuid primary key,
  channel_id uuid not null references notification_channels,
  person_id uuid references people,
  kind text not null check (char_length(kind) between 1 and 80),
  subject_kind text not null,
  subject_id uuid not null,
  title text not null check (char_length(title) <= 500),
  body text not null default '' check (char_length(body) <= 4000),
  dedupe_key text not null,
  urgent boolean not null default false,
  -- Queued for the daily summary; `digest_id` is the summary that included it.
  digest boolean not null default false,
  digest_id uuid references deliveries on delete set null,
  -- Notifications about one subject to one recipient are sent in this order.
  number bigint not null generated always as identity,
  recipient_id uuid not null generated always as (coalesce(person_id, channel_id)) stored,
  status text not null default 'waiting' check (status in ('waiting', 'failed', 'sent', 'givenUp', 'suppressed')),
  attempts int not null default 0,
  next_attempt_at timestamptz,
  -- The receiver's last response, in plain words.
  answer text check (char_length(answer) <= 500),
  created_at timestamptz not null default now(),
  attempted_at timestamptz,
  sent_at timestamptz,
  search_text text not null generated always as (lower(title)) stored,
  check ((status in ('waiting', 'failed')) = (next_attempt_at is not null)),
  check ((status = 'sent') = (sent_at is not null))
);
create unique index deliveries_once on deliveries (recipient_id, dedupe_key);
create index deliveries_due on deliveries (next_attempt_at, number) where status in ('waiting', 'failed');
create index deliveries_turn on deliveries (channel_id, attempts, number) where status in ('waiting', 'failed') and not digest;
create index deliveries_order on deliveries (recipient_id, subject_id, number) where status in ('waiting', 'failed') and not digest;
create index deliveries_unplanned on deliveries (person_id, next_attempt_at) where status = 'waiting' and digest and digest_id is null;
create index deliveries_digest on deliveries (digest_id) where digest_id is not null;
create index deliveries_listed on deliveries (created_at desc, id desc);
create index deliveries_status on deliveries (status, created_at desc, id desc);
create index deliveries_kind on deliveries (kind, created_at desc, id desc);
create index deliveries_channel on deliveries (channel_id, created_at desc, id desc);
create index deliveries_person on deliveries (person_id, created_at desc, id desc) where person_id is not null;
create index deliveries_search on deliveries using gin (search_text gin_trgm_ops);

insert into notification_channels (id, type, name) values ('00000000-0000-4000-8000-00000000003a', 'mail', 'E-mail');
