-- Replaces a person's identifiers in every text of a value. A number is replaced only if its key says that it is an employee number.
create or replace function erase_person_in_json(value jsonb, pattern text, employee text) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(regexp_replace(value #>> '{}', pattern, 'erased', 'gi'))
    when 'array' then (select coalesce(jsonb_agg(erase_person_in_json(item, pattern, employee) order by place), '[]')
      from jsonb_array_elements(value) with ordinality items (item, place))
    when 'object' then (select coalesce(jsonb_object_agg(regexp_replace(key, pattern, 'erased', 'gi'),
        case when key ~* '^employee' and item = to_jsonb(employee) then '"erased"' else erase_person_in_json(item, pattern, employee) end), '{}')
      from jsonb_each(value) fields (key, item))
    else value end;
end $$;
