-- What is in the groups of a review and is no person, such as another group: it cannot be decided on here, and the review says so.
alter table access_reviews add column not_reviewed jsonb not null default '[]';
