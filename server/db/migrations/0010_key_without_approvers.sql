-- expand: processes read and write these keys only through functions, which change in the same transaction.

-- The key of a rule without approvers.
update pending_approver_keys set key = 'none' where key = 'nobody';
