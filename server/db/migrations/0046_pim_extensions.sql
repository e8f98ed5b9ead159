-- Where a role's policy wants an approval, keeping the role longer wants one, too: such an order is asked for first.
alter table pim_orders drop constraint pim_orders_status_check;
alter table pim_orders add constraint pim_orders_status_check check (status in ('asked', 'waiting', 'open', 'done', 'refused'));
create unique index pim_orders_one_asked on pim_orders (activation_id) where status = 'asked';
