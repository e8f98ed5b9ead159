-- Words are split as the trigram index splits them; nobody types one that is longer. They are added in their order, so that two
-- transactions that add the same words never wait for each other.
create or replace function add_account_words(texts text[]) returns void language sql as $$
  insert into account_words
  select distinct t.word from unnest(texts) asked cross join regexp_split_to_table(asked, '[^[:alnum:]]+') t (word)
  where length(t.word) between 3 and 60 and not exists (select from account_words known where known.word = t.word) order by 1
  on conflict do nothing
$$;
