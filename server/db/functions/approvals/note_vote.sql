create or replace function note_vote() returns trigger language plpgsql as $$
begin
  update undecided set voted = true where approval_id = new.approval_id and stage = new.stage and not voted;
  return null;
end $$;

create trigger approval_decisions_undecided after insert on approval_decisions for each row execute function note_vote();
