create or replace function update_account_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_account_terms(array(select search_text from added));
  else
    perform add_account_terms(array(
      select added.search_text from added join gone using (id) where added.search_text <> gone.search_text));
  end if;
  return null;
end $$;

create trigger accounts_terms_insert after insert on accounts
  referencing new table as added for each statement execute function update_account_terms();
create trigger accounts_terms_update after update on accounts
  referencing old table as gone new table as added for each statement execute function update_account_terms();
