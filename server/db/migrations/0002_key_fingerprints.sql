-- expand: processes that don't know this table don't use it.

-- Fingerprints of the keys on which the data depends, so that no process starts with another key by mistake. The last row of a key is the
-- current one, and each replacement names the fingerprint before it.
create table key_fingerprints (
  setting text not null check (setting in ('SLIPWAY_KEY_SECRET', 'SLIPWAY_AUDIT_KEY')),
  number int not null check (number > 0),
  fingerprint bytea not null check (length(fingerprint) = 32),
  replaces bytea check (replaces <> fingerprint),
  recorded_at timestamptz not null default now(),
  primary key (setting, number),
  check ((number = 1) = (replaces is null))
);
