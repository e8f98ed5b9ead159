create or replace function rebuild_account_terms() returns void language sql as $$
  insert into account_terms
  select distinct word from accounts cross join regexp_split_to_table(search_text, '[^[:alnum:]]+') word
  where length(word) between 3 and 60 order by 1
  on conflict do nothing
$$;
