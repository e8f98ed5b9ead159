-- Matches a person's identifiers at word boundaries, because an email address can be part of the email address of another person.
create or replace function person_pattern(p people, with_name boolean) returns text language sql immutable as $$
  select string_agg(case when needle like '%@%'
      then '(?<![[:alnum:]._%+-])' || escaped || '(?![[:alnum:]]|[.-][[:alnum:]])'
      else '(?<![[:alnum:]])' || escaped || '(?![[:alnum:]])' end, '|' order by length(needle) desc)
  from (select needle, regexp_replace(needle, '([^[:alnum:] ])', '\\\1', 'g') as escaped
    from unnest(array[p.id::text, p.email, p.user_principal_name, case when with_name then p.display_name end]) needle
    where needle is not null and needle <> '') needles
$$;
