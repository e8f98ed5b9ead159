-- expand: processes since 0012 write only the new name.

update notifications set subject_kind = 'runList' where subject_kind = 'workList';
update deliveries set subject_kind = 'runList' where subject_kind = 'workList';
