create or replace function same_identity(one uuid, other uuid) returns boolean language sql stable as $$
  select coalesce(one = other, false)
    or exists (select from people a join people b on identity_key(a) = identity_key(b) where a.id = one and b.id = other)
$$;
