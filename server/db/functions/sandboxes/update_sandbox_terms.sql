create or replace function update_sandbox_terms() returns trigger language plpgsql as $$
begin
  insert into sandbox_terms
  select distinct t.word from added cross join regexp_split_to_table(added.search_text, '[^[:alnum:]]+') t (word)
  where length(t.word) between 3 and 60 and not exists (select from sandbox_terms known where known.word = t.word) order by 1
  on conflict do nothing;
  return null;
end $$;

-- The name and purpose of a sandbox never change, so a trigger on inserts is sufficient.
create trigger sandboxes_terms after insert on sandboxes
  referencing new table as added for each statement execute function update_sandbox_terms();
