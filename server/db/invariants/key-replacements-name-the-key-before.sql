-- Every replacement of a key names the previous fingerprint, and has an audit event.
select f.setting || ' ' || f.number as id,
  case when f.replaces is distinct from f.before then 'it names another fingerprint than the one before it' else 'it has no audit event' end as detail
from (select setting, number, fingerprint, replaces, lag(fingerprint) over (partition by setting order by number) as before from key_fingerprints) f
where f.replaces is distinct from f.before
  or (f.number > 1 and not exists (select from audit_events e
    where e.operation = 'keyReplaced' and e.subject_id = f.setting and e.after ->> 'fingerprint' = left(encode(f.fingerprint, 'hex'), 16)))
