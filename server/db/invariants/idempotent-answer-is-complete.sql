-- Every response stored under an Idempotency-Key is complete and successful.
select operation || ' ' || key as id, 'the status is ' || status || ' with headers ' || headers::text as detail
from idempotency_keys
where status not between 200 and 399 or jsonb_typeof(headers) <> 'object'
