-- Others are asked to take the place of an owner who moved: an account of the same human would keep it.
create trigger ownership_gaps_accepted before insert or update of outcome, successor_id, person_id on ownership_gaps for each row
  when (new.reason = 'moved' and new.outcome = 'accepted')
  execute function require_other_human('successor_id', 'person_id', 'nobody_takes_own_place');
