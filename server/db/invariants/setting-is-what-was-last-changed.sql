-- Every setting has the value of its last recorded change.
select s.name as id, 'it is ' || s.value::text || ', last changed to ' || c.after::text as detail
from settings s
cross join lateral (select after from setting_changes where name = s.name order by at desc, id desc limit 1) c
where s.value <> c.after
