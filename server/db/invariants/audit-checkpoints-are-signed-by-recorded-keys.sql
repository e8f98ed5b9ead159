-- Every audit checkpoint since the first recorded signing key is signed by a recorded key.
select c.seq::text as id, 'the key ' || c.key_id || ' is not recorded' as detail
from audit_checkpoints c
where c.at > (select min(recorded_at) from key_fingerprints where setting = 'SLIPWAY_AUDIT_KEY')
  and not exists (select from key_fingerprints f where f.setting = 'SLIPWAY_AUDIT_KEY' and left(encode(f.fingerprint, 'hex'), 16) = c.key_id)
