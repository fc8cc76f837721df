-- Events: their order, and word of them.
--
-- An identity column alone lets a reader of "everything after id N" miss events: a transaction may draw 7, another draw 8 and commit first.
-- This lock is taken before the ids of an insert are drawn and held until its transaction ends, so ids increase in commit order. It has to
-- be a statement trigger: a row trigger runs after the draw.
CREATE FUNCTION events_in_commit_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('events'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_in_commit_order BEFORE INSERT ON events
  FOR EACH STATEMENT EXECUTE FUNCTION events_in_commit_order();
--> statement-breakpoint
-- The notification is a hint that there is something to read; its payload is never trusted.
CREATE FUNCTION events_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_notify AFTER INSERT ON events
  FOR EACH STATEMENT EXECUTE FUNCTION events_notify();
--> statement-breakpoint
-- The event that ends a run removes it from the queue, and the next run of its modpack may be sent. Writers of a modpack's events hold its
-- row, so no two of them do this for the same modpack. Most events end no run, and to look at the events costs less than to look for the run.
CREATE FUNCTION queued_runs_end() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER queued_runs_end AFTER INSERT ON events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queued_runs_end();
--> statement-breakpoint
-- Sizes: copied from the stored file, so that an index can order a list by them.
CREATE FUNCTION mod_pack_size() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.file_size := coalesce((SELECT size FROM files WHERE id = NEW.file_id), 0);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER mod_pack_size BEFORE INSERT OR UPDATE OF file_id ON mod_packs
  FOR EACH ROW EXECUTE FUNCTION mod_pack_size();
--> statement-breakpoint
CREATE FUNCTION server_pack_size() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.file_size := coalesce((SELECT size FROM files WHERE id = NEW.file_id), 0);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER server_pack_size BEFORE INSERT OR UPDATE OF file_id ON server_packs
  FOR EACH ROW EXECUTE FUNCTION server_pack_size();
--> statement-breakpoint
-- Totals of a modpack: what its server packs add up to.
CREATE FUNCTION mod_pack_totals_begin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mod_pack_totals (mod_pack_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mod_pack_totals_begin AFTER INSERT ON mod_packs
  FOR EACH ROW EXECUTE FUNCTION mod_pack_totals_begin();
--> statement-breakpoint
-- A transaction that changes a server pack locks its row first and the modpack's total second, and never the other way round, so that no two
-- transactions wait for each other. A change of nothing takes no lock at all.
CREATE FUNCTION mod_pack_totals_move() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved_downloads bigint := 0;
  moved_votes bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    moved_downloads := NEW.downloads;
    moved_votes := NEW.confirmed_working;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    moved_downloads := moved_downloads - OLD.downloads;
    moved_votes := moved_votes - OLD.confirmed_working;
  END IF;
  IF moved_downloads <> 0 OR moved_votes <> 0 THEN
    UPDATE mod_pack_totals
      SET downloads = downloads + moved_downloads, confirmed_working = confirmed_working + moved_votes
      WHERE mod_pack_id = COALESCE(NEW.mod_pack_id, OLD.mod_pack_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mod_pack_totals_move AFTER INSERT OR DELETE OR UPDATE OF downloads, confirmed_working ON server_packs
  FOR EACH ROW EXECUTE FUNCTION mod_pack_totals_move();
--> statement-breakpoint
-- Revisions of lists: a row for each part that a statement has changed; now and then the rows of a part become one.
--
-- Events are small, and asking for a few of them costs as much as asking for many.
CREATE FUNCTION list_part_size(of_list text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE of_list WHEN 'EVENTS' THEN 1024 ELSE 256 END
$$;
--> statement-breakpoint
-- Makes one row of those of a part. A transaction that finds another one at it does nothing, so none waits.
CREATE FUNCTION list_changes_gather(of_list text, first integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF pg_try_advisory_xact_lock(hashtext('list_changes'), hashtext(of_list || first)) THEN
    DELETE FROM list_changes WHERE list = of_list AND first_id = first;
    INSERT INTO list_changes (list, first_id) VALUES (of_list, first);
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION list_changes_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_changes_gather(NEW.list, NEW.first_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Once in a while, since it costs more than a row.
CREATE TRIGGER list_changes_added AFTER INSERT ON list_changes
  FOR EACH ROW WHEN (random() < 0.05) EXECUTE FUNCTION list_changes_added();
--> statement-breakpoint
-- "changed" are the rows that the statement has changed, under the name that each trigger below gives them.
CREATE FUNCTION list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_list CONSTANT text := upper(TG_TABLE_NAME);
  size CONSTANT integer := list_part_size(of_list);
BEGIN
  INSERT INTO list_changes (list, first_id) SELECT DISTINCT of_list, id - id % size FROM changed;
  RETURN NULL;
END $$;
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
DO $$
DECLARE
  shown record;
BEGIN
  FOR shown IN SELECT * FROM (VALUES
    ('mod_packs', 'list_changed'), ('run_configurations', 'list_changed'), ('events', 'list_changed'),
    ('server_packs', 'list_changed_by_server_packs')
  ) AS shown (of_table, by_function)
  LOOP
    EXECUTE format('CREATE TRIGGER list_changed_by_insert AFTER INSERT ON %I
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', shown.of_table, shown.by_function);
    EXECUTE format('CREATE TRIGGER list_changed_by_update AFTER UPDATE ON %I
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', shown.of_table, shown.by_function);
    EXECUTE format('CREATE TRIGGER list_changed_by_delete AFTER DELETE ON %I
      REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', shown.of_table, shown.by_function);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE VIEW list_parts AS
  SELECT list, first_id, first_id + list_part_size(list) - 1 AS last_id, md5(sum(mark)::text)::uuid AS revision
  FROM list_changes GROUP BY list, first_id;
--> statement-breakpoint
-- Figures: a row for each change of a count; now and then the rows of a figure become one. "added" and "removed" are the rows as a statement
-- has made and found them. The statements are written out: plpgsql plans a statement that it puts together anew each time.
--
-- Makes one row of those of a figure. A transaction that finds another one at it does nothing, so none waits.
CREATE FUNCTION figures_gather(of_kind text, of_key text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF pg_try_advisory_xact_lock(hashtext('figures'), hashtext(of_kind || of_key)) THEN
    WITH gone AS (DELETE FROM figures WHERE kind = of_kind AND key = of_key RETURNING amount)
    INSERT INTO figures (kind, key, amount) SELECT of_kind, of_key, sum(amount) FROM gone HAVING sum(amount) <> 0;
  END IF;
END $$;
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
CREATE FUNCTION figures_day(moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD')
$$;
--> statement-breakpoint
CREATE FUNCTION figures_of_mod_packs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      INSERT INTO figures (kind, key, amount)
        SELECT 'MOD_PACKS_BY_STATUS', status, count(*) FROM added GROUP BY status
        UNION ALL SELECT 'MOD_PACKS_BY_DAY', figures_day(date_created), count(*) FROM added GROUP BY 2;
    WHEN 'DELETE' THEN
      INSERT INTO figures (kind, key, amount)
        SELECT 'MOD_PACKS_BY_STATUS', status, -count(*) FROM removed GROUP BY status
        UNION ALL SELECT 'MOD_PACKS_BY_DAY', figures_day(date_created), -count(*) FROM removed GROUP BY 2;
    ELSE
      INSERT INTO figures (kind, key, amount)
        VALUES ('MOD_PACKS_BY_STATUS', OLD.status, -1), ('MOD_PACKS_BY_STATUS', NEW.status, 1);
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The figures of one server pack.
CREATE FUNCTION figures_of_built(of_run integer, built timestamptz) RETURNS TABLE (kind text, key text)
LANGUAGE sql STABLE AS $$
  SELECT figure.kind, figure.key
  FROM (SELECT) AS one LEFT JOIN run_configurations AS run ON run.id = of_run CROSS JOIN LATERAL (VALUES
    ('SERVER_PACKS_BY_MODLOADER', coalesce(run.modloader, '')),
    ('SERVER_PACKS_BY_GAME_VERSION', coalesce(run.game_version, '')),
    ('SERVER_PACKS_BY_DAY_AND_MODLOADER', figures_day(built) || ' ' || coalesce(run.modloader, '')),
    ('SERVER_PACKS_BY_DAY_AND_GAME_VERSION', figures_day(built) || ' ' || coalesce(run.game_version, ''))
  ) AS figure (kind, key)
$$;
--> statement-breakpoint
CREATE FUNCTION figures_of_server_packs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO figures (kind, key, amount)
      SELECT figure.kind, figure.key, count(*)
      FROM added CROSS JOIN LATERAL figures_of_built(added.run_configuration_id, added.date_created) AS figure
      GROUP BY 1, 2;
  ELSE
    INSERT INTO figures (kind, key, amount)
      SELECT figure.kind, figure.key, -count(*)
      FROM removed CROSS JOIN LATERAL figures_of_built(removed.run_configuration_id, removed.date_created) AS figure
      GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Modpacks by what some run of theirs is for. A transaction that adds a run to a modpack, or deletes one, has locked the modpack: so each
-- sees what the other has left of it.
CREATE FUNCTION figures_of_run_configurations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO figures (kind, key, amount)
      SELECT 'RUN_CONFIGURATIONS_BY_GAME_VERSION', game_version, count(*) FROM added GROUP BY game_version
      UNION ALL SELECT 'MOD_PACKS_BY_GAME_VERSION', game_version, count(DISTINCT mod_pack_id) FROM added
        WHERE NOT EXISTS (SELECT FROM run_configurations AS other WHERE other.mod_pack_id = added.mod_pack_id
          AND other.game_version = added.game_version AND other.id NOT IN (SELECT id FROM added))
        GROUP BY game_version
      UNION ALL SELECT 'MOD_PACKS_BY_MODLOADER', modloader, count(DISTINCT mod_pack_id) FROM added
        WHERE NOT EXISTS (SELECT FROM run_configurations AS other WHERE other.mod_pack_id = added.mod_pack_id
          AND other.modloader = added.modloader AND other.id NOT IN (SELECT id FROM added))
        GROUP BY modloader;
  ELSE
    INSERT INTO figures (kind, key, amount)
      SELECT 'RUN_CONFIGURATIONS_BY_GAME_VERSION', game_version, -count(*) FROM removed GROUP BY game_version
      UNION ALL SELECT 'MOD_PACKS_BY_GAME_VERSION', game_version, -count(DISTINCT mod_pack_id) FROM removed
        WHERE NOT EXISTS (SELECT FROM run_configurations AS other WHERE other.mod_pack_id = removed.mod_pack_id
          AND other.game_version = removed.game_version)
        GROUP BY game_version
      UNION ALL SELECT 'MOD_PACKS_BY_MODLOADER', modloader, -count(DISTINCT mod_pack_id) FROM removed
        WHERE NOT EXISTS (SELECT FROM run_configurations AS other WHERE other.mod_pack_id = removed.mod_pack_id
          AND other.modloader = removed.modloader)
        GROUP BY modloader;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION figures_of_downloads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO figures (kind, key, amount)
      SELECT 'DOWNLOADS_BY_DAY', figures_day(date_created), count(*) FROM added GROUP BY 2;
  ELSE
    INSERT INTO figures (kind, key, amount)
      SELECT 'DOWNLOADS_BY_DAY', figures_day(date_created), -count(*) FROM removed GROUP BY 2;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- How a run ended; one that went well with the seconds that it took: of steps that are a tenth wide, the middle of its own. Seconds of every
-- length that two timestamps can be apart fit: a machine's clock may be set right by decades in the middle of a run.
CREATE FUNCTION figures_of_end(status text, errors jsonb, ended timestamptz, begun timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT figures_day(ended) || CASE
    WHEN status = 'GENERATED' AND begun IS NULL THEN ' GENERATED'
    WHEN status = 'GENERATED' THEN ' GENERATED ' || to_char(
      power(1.1::float8, floor(ln(greatest(extract(epoch FROM ended - begun), 0.001)::float8) / ln(1.1::float8)) + 0.5),
      'FM9999999999990.0000')
    WHEN errors @> '[{"code":"CANCELLED"}]' THEN ' CANCELLED'
    ELSE ' ERROR'
  END
$$;
--> statement-breakpoint
-- When a run was asked for. Written so that its events are found by it, whatever is known of the table: by the state there are very many.
CREATE FUNCTION run_begun(run integer) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT timestamp FROM events WHERE run_configuration_id = run AND status || '' = 'QUEUED'
$$;
--> statement-breakpoint
CREATE FUNCTION figures_of_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO figures (kind, key, amount) SELECT 'EVENTS', status, count(*) FROM added GROUP BY status;
    -- Most events end no run.
    IF EXISTS (SELECT FROM added WHERE status = 'ERROR' OR message = 'Syncing ServerPack to database.') THEN
      INSERT INTO figures (kind, key, amount)
        SELECT 'RUNS_BY_DAY_AND_END', figures_of_end(added.status, added.errors, added.timestamp, run_begun(added.run_configuration_id)), count(*)
        FROM added WHERE added.status = 'ERROR' OR added.message = 'Syncing ServerPack to database.' GROUP BY 2;
    END IF;
  ELSE
    INSERT INTO figures (kind, key, amount) SELECT 'EVENTS', status, -count(*) FROM removed GROUP BY status;
    IF EXISTS (SELECT FROM removed WHERE status = 'ERROR' OR message = 'Syncing ServerPack to database.') THEN
      -- With its server pack a run loses its last events alone, and with its modpack all of them at once.
      WITH gone AS (SELECT run_configuration_id, min(timestamp) AS begun FROM removed WHERE status = 'QUEUED' GROUP BY 1)
      INSERT INTO figures (kind, key, amount)
        SELECT 'RUNS_BY_DAY_AND_END', figures_of_end(removed.status, removed.errors, removed.timestamp,
          coalesce(gone.begun, run_begun(removed.run_configuration_id))), -count(*)
        FROM removed LEFT JOIN gone USING (run_configuration_id)
        WHERE removed.status = 'ERROR' OR removed.message = 'Syncing ServerPack to database.' GROUP BY 2;
    END IF;
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
    ('mod_packs', false), ('events', false), ('run_configurations', false), ('server_packs', false), ('downloads', false),
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
-- Modpacks change state one by one, and mostly something else of them changes.
CREATE TRIGGER figures_by_update AFTER UPDATE OF status ON mod_packs
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION figures_of_mod_packs();
--> statement-breakpoint
-- An index for parts of names. The embedded database lacks the extension, some servers do, and not each role may create it: without the
-- index names are read one by one. Modpacks get new entries with each state, so what waits to be sorted in is kept short.
DO $$
DECLARE
  of_schema name;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
    RETURN;
  END IF;
  BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
  EXCEPTION WHEN insufficient_privilege THEN
    RETURN;
  END;
  SELECT nspname INTO STRICT of_schema FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm';
  EXECUTE format('CREATE INDEX mod_packs_name_parts ON mod_packs
    USING gin ((lower(name) COLLATE "C") %I.gin_trgm_ops) WITH (gin_pending_list_limit = 256)', of_schema);
END $$;
