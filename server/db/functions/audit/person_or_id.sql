-- A person who is no longer in `people` is returned with only an ID.
create or replace function person_or_id(person uuid) returns people language sql stable as $$
  select p from people p where p.id = person
  union all select jsonb_populate_record(null::people, jsonb_build_object('id', person)) where not exists (select from people where id = person)
$$;
