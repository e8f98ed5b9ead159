-- Every word that accounts have in their searched text, once: a misspelt word is looked for among these few, and then the accounts that
-- have what was meant. Rows of accounts are never removed, so words stay too.
create table account_words (word text primary key);
create index account_words_near on account_words using gin (word gin_trgm_ops);

-- Words as the index of trigrams sees them; longer ones are no words that anybody types. In their order, so that two transactions that
-- add the same ones never wait for each other.
create function add_account_words(texts text[]) returns void language sql as $$
  insert into account_words
  select distinct t.word from unnest(texts) asked cross join regexp_split_to_table(asked, '[^[:alnum:]]+') t (word)
  where length(t.word) between 3 and 60 and not exists (select from account_words known where known.word = t.word) order by 1
  on conflict do nothing
$$;

create function collect_account_words() returns void language sql as $$
  insert into account_words
  select distinct word from accounts cross join regexp_split_to_table(search_text, '[^[:alnum:]]+') word
  where length(word) between 3 and 60 order by 1
  on conflict do nothing
$$;

create function account_words_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_account_words(array(select search_text from added));
  else
    perform add_account_words(array(
      select added.search_text from added join gone using (id) where added.search_text <> gone.search_text));
  end if;
  return null;
end $$;
create trigger accounts_words_insert after insert on accounts
  referencing new table as added for each statement execute function account_words_kept();
create trigger accounts_words_update after update on accounts
  referencing old table as gone new table as added for each statement execute function account_words_kept();

select collect_account_words();

-- Accounts that were never checked come last by health, whichever way it is sorted.
create index accounts_by_health_down on accounts (health desc nulls last, id desc) where status <> 'deleted';
