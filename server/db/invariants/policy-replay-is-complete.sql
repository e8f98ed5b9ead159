-- A finished policy replay has looked at every request it counted.
select id, 'it looked at ' || looked || ' of ' || total as detail from policy_replays where status = 'done' and looked <> total
