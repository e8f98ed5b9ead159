-- Every audit checkpoint matches a link's hash in the chain, and later checkpoints were signed later.
select k.seq::text as id, case when c.seq is null then 'the chain has no such link' when c.hash <> k.hash then 'the link has another hash'
    else 'it was signed before the previous checkpoint' end as detail
from (select seq, hash, at, lag(at) over (order by seq) as before from audit_checkpoints) k
left join audit_chain c on c.seq = k.seq
where c.seq is null or c.hash <> k.hash or k.at < k.before
