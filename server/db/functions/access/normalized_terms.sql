create or replace function normalized_terms(variadic parts text[]) returns text language sql immutable parallel safe as $$
  select ' ' || btrim(regexp_replace(lower(normalize(array_to_string(parts, ' '), NFKC)), '[^[:alnum:]]+', ' ', 'g')) || ' '
$$;
