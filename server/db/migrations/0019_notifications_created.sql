-- expand: an index changes no result.

-- For the deletion of old notifications, which would otherwise read the whole table every minute. Writes of notifications wait while it is
-- built.
create index notifications_created on notifications (created_at);
