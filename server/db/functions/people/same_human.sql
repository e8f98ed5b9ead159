create or replace function same_human(one uuid, other uuid) returns boolean language sql stable as $$
  select coalesce(one = other, false)
    or exists (select from people a join people b on human(a) = human(b) where a.id = one and b.id = other)
$$;
