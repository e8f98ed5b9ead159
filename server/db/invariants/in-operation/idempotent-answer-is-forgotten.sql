-- No response is kept under an Idempotency-Key for more than two days.
select operation || ' ' || key as id, 'it was kept at ' || created_at::text as detail
from idempotency_keys where created_at < now() - interval '2 days'
