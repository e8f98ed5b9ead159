-- Only the review of a tower is limited to environments.
select id, reference || ' is limited to ' || array_to_string(environments, ', ') as detail
from access_reviews
where environments <> '{}' and tower_id is null
