-- Every finished policy replay covers all of its requests.
select id, 'it checked ' || checked || ' of ' || total as detail from policy_replays where status = 'done' and checked <> total
