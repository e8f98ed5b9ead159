-- Since when there is a subscription: Azure knows some things late of a new one.
alter table accounts add column subscription_since timestamptz;
