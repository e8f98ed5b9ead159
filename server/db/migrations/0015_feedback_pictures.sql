-- expand: processes that don't know this table don't use it.
create table feedback_pictures (
  feedback_id uuid primary key references feedback on delete cascade,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  size int not null check (size between 1 and 1000000),
  width int not null check (width between 1 and 1920),
  height int not null check (height between 1 and 4096),
  content bytea not null,
  check (octet_length(content) = size)
);
