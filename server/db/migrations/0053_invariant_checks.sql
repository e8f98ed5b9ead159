-- What the last check of each data invariant found. Checked once an hour, because some of them read much; screens and metrics read this.
create table invariant_checks (
  name text primary key check (char_length(name) <= 100),
  checked_at timestamptz not null,
  -- At most as many as are reported; 0 with a problem says nothing.
  violations int not null check (violations >= 0),
  -- [{id, detail}]
  rows jsonb not null default '[]' check (jsonb_typeof(rows) = 'array'),
  -- Why it could not be checked.
  problem text check (char_length(problem) <= 500),
  -- Since when it has been violated; null: it is not.
  violated_since timestamptz
);
