-- Words are split as in the trigram index; words above 60 characters are left out, because they are never typed. They are added in order,
-- so that two transactions with the same words never deadlock.
create or replace function add_account_terms(texts text[]) returns void language sql as $$
  insert into account_terms
  select distinct t.word from unnest(texts) text cross join regexp_split_to_table(text, '[^[:alnum:]]+') t (word)
  where length(t.word) between 3 and 60 and not exists (select from account_terms known where known.word = t.word) order by 1
  on conflict do nothing
$$;
