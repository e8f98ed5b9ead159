-- Every catalogue item of an account exists.
select a.id, a.name || ' has the item ' || item || ', which does not exist' as detail
from (select distinct unnest(catalogue_item_ids) as item from accounts where status <> 'deleted' and catalogue_item_ids <> '{}') i
join accounts a on a.catalogue_item_ids @> array[i.item] and a.status <> 'deleted'
where not exists (select from catalogue_items c where c.id = i.item)
