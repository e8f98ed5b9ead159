-- User accounts of the same person share an employee number, so a person can't decide, grant or be voted for until Slipway has read their
-- user account in the directory (decision record 0053).
create or replace function require_directory_read(variadic accounts uuid[]) returns void language plpgsql stable as $$
begin
  if exists (select from people p where p.id = any (accounts) and p.directory_checked_at is null) then
    raise exception 'an account was not yet read in the directory' using errcode = '23514', constraint = 'people_are_read_first';
  end if;
end $$;
