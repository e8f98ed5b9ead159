-- expand: no statement names an index.

alter index ownership_gaps_untold rename to ownership_gaps_not_synced;
alter index stores_unheard rename to stores_fetched;
alter index emergency_accesses_unwritten rename to emergency_accesses_report_due;
