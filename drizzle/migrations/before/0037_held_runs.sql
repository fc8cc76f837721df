-- A run that was cancelled in line, before any node had sent its job, left the next run of its modpack held for ever. The first of each
-- modpack that has not ended is held by nobody.
UPDATE queued_runs SET state = 'WAITING'
  WHERE state = 'HELD' AND run_configuration_id IN (SELECT min(run_configuration_id) FROM queued_runs GROUP BY mod_pack_id);
