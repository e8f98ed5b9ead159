create or replace function identity_key(p people) returns text language sql immutable as $$ select coalesce(p.employee_id, p.id::text) $$;
