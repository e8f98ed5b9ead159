create or replace function human(p people) returns text language sql immutable as $$ select coalesce(p.employee_id, p.id::text) $$;
