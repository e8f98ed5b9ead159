-- expand: an index changes no result.

-- For the count of post-use reports that wait for a review, which the navigation shows.
create index emergency_accesses_report on emergency_accesses (account_id) where status = 'report';
