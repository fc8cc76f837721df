-- What triggers do with each change, written out: statements that were put together anew were planned anew, too. Triggers that go
-- lock their tables until this commits, so no row stays uncounted; all of them at first, so that nobody comes in between.
LOCK TABLE mod_packs, server_packs, run_configurations, events, files, queued_runs IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
DO $$
DECLARE
  counting record;
BEGIN
  FOR counting IN
    SELECT tgname, tgrelid::regclass AS of_table FROM pg_trigger WHERE tgfoid = 'figures_changed'::regproc
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', counting.tgname, counting.of_table);
  END LOOP;
END $$;
--> statement-breakpoint
DROP FUNCTION figures_changed();
--> statement-breakpoint
CREATE FUNCTION figures_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM figures_gather(NEW.kind, NEW.key);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Once in a while, since it costs more than a row.
CREATE TRIGGER figures_added AFTER INSERT ON figures
  FOR EACH ROW WHEN (random() < 0.05) EXECUTE FUNCTION figures_added();
--> statement-breakpoint
-- "added" and "removed" are the rows as a statement has made and found them.
CREATE FUNCTION figures_of_mod_packs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      INSERT INTO figures (kind, key, amount) SELECT 'MOD_PACKS_BY_STATUS', status, count(*) FROM added GROUP BY status;
    WHEN 'DELETE' THEN
      INSERT INTO figures (kind, key, amount) SELECT 'MOD_PACKS_BY_STATUS', status, -count(*) FROM removed GROUP BY status;
    ELSE
      INSERT INTO figures (kind, key, amount)
        VALUES ('MOD_PACKS_BY_STATUS', OLD.status, -1), ('MOD_PACKS_BY_STATUS', NEW.status, 1);
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION figures_of_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO figures (kind, key, amount) SELECT 'EVENTS', status, count(*) FROM added GROUP BY status;
  ELSE
    INSERT INTO figures (kind, key, amount) SELECT 'EVENTS', status, -count(*) FROM removed GROUP BY status;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION figures_of_run_configurations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO figures (kind, key, amount)
      SELECT 'RUN_CONFIGURATIONS_BY_GAME_VERSION', game_version, count(*) FROM added GROUP BY game_version;
  ELSE
    INSERT INTO figures (kind, key, amount)
      SELECT 'RUN_CONFIGURATIONS_BY_GAME_VERSION', game_version, -count(*) FROM removed GROUP BY game_version;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION figures_of_server_packs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO figures (kind, key, amount)
      SELECT figure.kind, figure.key, count(*) FROM added
        LEFT JOIN run_configurations AS run ON run.id = added.run_configuration_id
        CROSS JOIN LATERAL (VALUES
          ('SERVER_PACKS_BY_MODLOADER', coalesce(run.modloader, '')),
          ('SERVER_PACKS_BY_GAME_VERSION', coalesce(run.game_version, ''))
        ) AS figure (kind, key)
        GROUP BY figure.kind, figure.key;
  ELSE
    INSERT INTO figures (kind, key, amount)
      SELECT figure.kind, figure.key, -count(*) FROM removed
        LEFT JOIN run_configurations AS run ON run.id = removed.run_configuration_id
        CROSS JOIN LATERAL (VALUES
          ('SERVER_PACKS_BY_MODLOADER', coalesce(run.modloader, '')),
          ('SERVER_PACKS_BY_GAME_VERSION', coalesce(run.game_version, ''))
        ) AS figure (kind, key)
        GROUP BY figure.kind, figure.key;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The figures of one content, while it is stored.
CREATE FUNCTION figures_of_content(size bigint, came timestamptz) RETURNS TABLE (kind text, key text, amount bigint)
LANGUAGE sql STABLE AS $$
  VALUES ('FILES', '', 1::bigint), ('BYTES', '', size), ('BYTES_BY_DAY', to_char(came AT TIME ZONE 'UTC', 'YYYY-MM-DD'), size)
$$;
--> statement-breakpoint
CREATE FUNCTION figures_of_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      INSERT INTO figures (kind, key, amount)
        SELECT figure.kind, figure.key, sum(figure.amount)
        FROM added CROSS JOIN LATERAL figures_of_content(added.size, added.date_created) AS figure
        WHERE added.removed IS NULL GROUP BY 1, 2 HAVING sum(figure.amount) <> 0;
    WHEN 'DELETE' THEN
      INSERT INTO figures (kind, key, amount)
        SELECT figure.kind, figure.key, -sum(figure.amount)
        FROM removed CROSS JOIN LATERAL figures_of_content(removed.size, removed.date_created) AS figure
        WHERE removed.removed IS NULL GROUP BY 1, 2 HAVING sum(figure.amount) <> 0;
    ELSE
      INSERT INTO figures (kind, key, amount)
        SELECT figure.kind, figure.key, sum(change.sign * figure.amount)
        FROM (
          SELECT 1 AS sign, size, date_created FROM added WHERE added.removed IS NULL
          UNION ALL SELECT -1, size, date_created FROM removed WHERE removed.removed IS NULL
        ) AS change CROSS JOIN LATERAL figures_of_content(change.size, change.date_created) AS figure
        GROUP BY 1, 2 HAVING sum(change.sign * figure.amount) <> 0;
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION figures_of_queued_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      INSERT INTO figures (kind, key, amount)
        SELECT 'WAITING_RUNS', '', count(*) FROM added WHERE state IN ('HELD', 'WAITING') HAVING count(*) <> 0;
    WHEN 'DELETE' THEN
      INSERT INTO figures (kind, key, amount)
        SELECT 'WAITING_RUNS', '', -count(*) FROM removed WHERE state IN ('HELD', 'WAITING') HAVING count(*) <> 0;
    ELSE
      INSERT INTO figures (kind, key, amount)
        SELECT 'WAITING_RUNS', '', sum(amount) FROM (
          SELECT count(*) AS amount FROM added WHERE state IN ('HELD', 'WAITING')
          UNION ALL SELECT -count(*) FROM removed WHERE state IN ('HELD', 'WAITING')
        ) AS change HAVING sum(amount) <> 0;
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  counted record;
BEGIN
  FOR counted IN SELECT * FROM (VALUES
    ('mod_packs', false), ('events', false), ('run_configurations', false), ('server_packs', false),
    ('files', true), ('queued_runs', true)
  ) AS counted (of_table, is_updated)
  LOOP
    EXECUTE format('CREATE TRIGGER figures_by_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION %I()', counted.of_table, 'figures_of_' || counted.of_table);
    EXECUTE format('CREATE TRIGGER figures_by_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION %I()', counted.of_table, 'figures_of_' || counted.of_table);
    IF counted.is_updated THEN
      EXECUTE format('CREATE TRIGGER figures_by_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS added OLD TABLE AS removed
        FOR EACH STATEMENT EXECUTE FUNCTION %I()', counted.of_table, 'figures_of_' || counted.of_table);
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
-- Modpacks move on one by one, and mostly something else of them changes.
CREATE TRIGGER figures_by_update AFTER UPDATE OF status ON mod_packs
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION figures_of_mod_packs();
--> statement-breakpoint
DROP TRIGGER list_changed_above_by_insert ON server_packs;
--> statement-breakpoint
DROP TRIGGER list_changed_above_by_update ON server_packs;
--> statement-breakpoint
DROP TRIGGER list_changed_above_by_delete ON server_packs;
--> statement-breakpoint
DROP FUNCTION list_changed_above();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_list CONSTANT text := upper(TG_TABLE_NAME);
  size CONSTANT integer := list_part_size(of_list);
BEGIN
  INSERT INTO list_changes (list, first_id) SELECT DISTINCT of_list, id - id % size FROM changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION list_changes_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_changes_gather(NEW.list, NEW.first_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER list_changes_added AFTER INSERT ON list_changes
  FOR EACH ROW WHEN (random() < 0.05) EXECUTE FUNCTION list_changes_added();
--> statement-breakpoint
-- Modpacks show their server packs.
CREATE FUNCTION list_changed_by_server_packs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own CONSTANT integer := list_part_size('SERVER_PACKS');
  above CONSTANT integer := list_part_size('MOD_PACKS');
BEGIN
  INSERT INTO list_changes (list, first_id)
    SELECT 'SERVER_PACKS', id - id % own FROM changed
    UNION SELECT 'MOD_PACKS', mod_pack_id - mod_pack_id % above FROM changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER list_changed_by_insert ON server_packs;
--> statement-breakpoint
DROP TRIGGER list_changed_by_update ON server_packs;
--> statement-breakpoint
DROP TRIGGER list_changed_by_delete ON server_packs;
--> statement-breakpoint
CREATE TRIGGER list_changed_by_insert AFTER INSERT ON server_packs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_changed_by_server_packs();
--> statement-breakpoint
CREATE TRIGGER list_changed_by_update AFTER UPDATE ON server_packs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_changed_by_server_packs();
--> statement-breakpoint
CREATE TRIGGER list_changed_by_delete AFTER DELETE ON server_packs
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_changed_by_server_packs();
--> statement-breakpoint
-- As before, but most events end no run, and to look for its place costs more than to look at the events.
CREATE OR REPLACE FUNCTION queued_runs_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM added WHERE status IN ('GENERATED', 'ERROR')) THEN
    RETURN NULL;
  END IF;
  DELETE FROM queued_runs USING added
    WHERE added.status IN ('GENERATED', 'ERROR') AND queued_runs.run_configuration_id = added.run_configuration_id;
  IF FOUND THEN
    UPDATE queued_runs SET state = 'WAITING' WHERE state = 'HELD' AND run_configuration_id IN (
      SELECT min(run_configuration_id) FROM queued_runs
      WHERE mod_pack_id IN (SELECT mod_pack_id FROM added) GROUP BY mod_pack_id
    );
    IF FOUND THEN
      PERFORM pg_notify('waiting_runs', '');
    END IF;
  END IF;
  RETURN NULL;
END $$;
