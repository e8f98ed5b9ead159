create or replace function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501', constraint = 'append_only';
end $$;

create trigger audit_events_no_truncate before truncate on audit_events for each statement execute function append_only();
create trigger approval_decisions_append_only before update or delete on approval_decisions for each row execute function append_only();
create trigger approval_evidence_append_only before update or delete on approval_evidence for each row execute function append_only();
create trigger approval_evidence_no_truncate before truncate on approval_evidence for each statement execute function append_only();
create trigger audit_erasures_append_only before update or delete on audit_erasures for each row execute function append_only();
create trigger audit_erasures_no_truncate before truncate on audit_erasures for each statement execute function append_only();
create trigger audit_chain_append_only before update or delete on audit_chain for each row execute function append_only();
create trigger audit_chain_no_truncate before truncate on audit_chain for each statement execute function append_only();
create trigger audit_checkpoints_append_only before update or delete on audit_checkpoints for each row execute function append_only();
create trigger audit_checkpoints_no_truncate before truncate on audit_checkpoints for each statement execute function append_only();
create trigger setting_changes_append_only before update or delete on setting_changes for each row execute function append_only();
create trigger audit_erasure_requests_no_truncate before truncate on audit_erasure_requests
  for each statement execute function append_only();
create trigger audit_pending_no_truncate before truncate on audit_pending for each statement execute function append_only();
create trigger key_fingerprints_append_only before update or delete on key_fingerprints for each row execute function append_only();
create trigger key_fingerprints_no_truncate before truncate on key_fingerprints for each statement execute function append_only();
create trigger database_restores_no_truncate before truncate on database_restores for each statement execute function append_only();
create trigger restore_reports_no_truncate before truncate on restore_reports for each statement execute function append_only();
