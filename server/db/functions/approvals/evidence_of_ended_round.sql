-- Evidence is recorded in the transaction that decides a round, or that ends it by an edit of the request. It is inserted before the round
-- ends, so that nothing can be added later. A rule decides a round when it is opened, so its evidence needs the same transaction. At the end
-- of the transaction, the round must have ended.
create or replace function evidence_of_ended_round() returns trigger language plpgsql as $$
declare
  round approvals;
  opened_now boolean;
begin
  -- The lock makes the insertion wait for the end of the round by another transaction.
  select * into round from approvals a where a.id = new.approval_id for no key update;
  -- After a savepoint, the row has the later ID of a subtransaction. A visible row of a transaction that is in progress is of this one.
  select case when age(a.xmin) <= 0
      then pg_xact_status((pg_current_xact_id()::text::bigint - age(a.xmin))::text::xid8) = 'in progress' else false end
    into opened_now from approvals a where a.id = new.approval_id;
  if tg_argv[0] = 'inserted' and (round.status = 'pending' or round.automatic is not null and opened_now)
    or tg_argv[0] = 'committed' and (round.status in ('approved', 'rejected', 'changes_requested') or round.status = 'cancelled' and exists (
      select from approvals n
      where n.subject_kind = round.subject_kind and n.subject_id = round.subject_id and n.id <> round.id and n.opened_at >= round.closed_at))
  then
    return null;
  end if;
  raise exception 'evidence is recorded when a round is decided or its request is edited, not when the round is %', round.status
    using errcode = '23514', constraint = 'approval_evidence_of_ended_rounds';
end $$;

create trigger approval_evidence_before_end after insert on approval_evidence
  for each row execute function evidence_of_ended_round('inserted');
create constraint trigger approval_evidence_of_ended_round after insert on approval_evidence
  deferrable initially deferred for each row execute function evidence_of_ended_round('committed');
