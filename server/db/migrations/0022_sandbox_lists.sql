-- Lists of sandboxes leave deleted ones out, so their indexes do too: a page is then found in the index alone.

alter table sandboxes
  add column search_text text not null generated always as (lower(name || ' ' || purpose)) stored,
  add column budget_percent int not null generated always as ((spent * 100 / budget_limit)::int) stored;

drop index sandboxes_by_name, sandboxes_created;
create index sandboxes_by_name on sandboxes (name, id) where status <> 'deleted';
create index sandboxes_by_created on sandboxes (created_at, id) where status <> 'deleted';
create index sandboxes_by_updated on sandboxes (updated_at, id) where status <> 'deleted';
-- Those without an end come last, whichever way it is sorted.
create index sandboxes_by_end on sandboxes (lease_end, id) where status <> 'deleted';
create index sandboxes_by_end_down on sandboxes (lease_end desc nulls last, id desc) where status <> 'deleted';
create index sandboxes_by_percent on sandboxes (budget_percent, id) where status <> 'deleted';
create index sandboxes_by_status on sandboxes (status, name, id) where status <> 'deleted';
create index sandboxes_names on sandboxes using gin (name gin_trgm_ops);
create index sandboxes_search on sandboxes using gin (search_text gin_trgm_ops);

-- Every word of three letters and more in what is searched, once; see `account_words`.
create table sandbox_words (word text primary key);
create index sandbox_words_near on sandbox_words using gin (word gin_trgm_ops);

create function sandbox_words_kept() returns trigger language plpgsql as $$
begin
  insert into sandbox_words
  select distinct t.word from added cross join regexp_split_to_table(added.search_text, '[^[:alnum:]]+') t (word)
  where length(t.word) between 3 and 60 and not exists (select from sandbox_words known where known.word = t.word) order by 1
  on conflict do nothing;
  return null;
end $$;
-- Neither the name nor the purpose of a sandbox changes.
create trigger sandboxes_words after insert on sandboxes
  referencing new table as added for each statement execute function sandbox_words_kept();

insert into sandbox_words
select distinct word from sandboxes cross join regexp_split_to_table(search_text, '[^[:alnum:]]+') word
where length(word) between 3 and 60 order by 1;
