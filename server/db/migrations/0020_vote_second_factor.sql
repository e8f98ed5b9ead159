-- expand: processes that don't know this column leave it null, and their votes count as before.

-- Until when the voter's sign-in with a second factor counted: -infinity without such a sign-in, null if an older process wrote the vote.
alter table approval_decisions add column second_factor_until timestamptz;
