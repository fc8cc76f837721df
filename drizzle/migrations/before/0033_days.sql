-- Writers wait until this commits, so no row stays uncounted. All at first and in their order, so that none of them waits for this while it is waited for.
LOCK TABLE mod_packs, server_packs, downloads, events IN EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE "figures" DROP CONSTRAINT "figures_kind";--> statement-breakpoint
ALTER TABLE "figures" ADD CONSTRAINT "figures_kind" CHECK ("figures"."kind" in ('MOD_PACKS_BY_STATUS', 'MOD_PACKS_BY_MODLOADER', 'MOD_PACKS_BY_GAME_VERSION', 'MOD_PACKS_BY_DAY', 'SERVER_PACKS_BY_MODLOADER', 'SERVER_PACKS_BY_GAME_VERSION', 'SERVER_PACKS_BY_DAY_AND_MODLOADER', 'SERVER_PACKS_BY_DAY_AND_GAME_VERSION', 'RUN_CONFIGURATIONS_BY_GAME_VERSION', 'RUNS_BY_DAY_AND_END', 'DOWNLOADS_BY_DAY', 'EVENTS', 'FILES', 'BYTES', 'BYTES_BY_DAY', 'WAITING_RUNS'));--> statement-breakpoint
CREATE FUNCTION figures_day(moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD')
$$;
--> statement-breakpoint
-- As before, and those of a day.
CREATE OR REPLACE FUNCTION figures_of_mod_packs() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER figures_by_insert AFTER INSERT ON downloads REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION figures_of_downloads();
--> statement-breakpoint
CREATE TRIGGER figures_by_delete AFTER DELETE ON downloads REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION figures_of_downloads();
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
CREATE OR REPLACE FUNCTION figures_of_server_packs() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- How a run ended; one that went well with the seconds that it took: of steps that are a tenth wide, the middle of its own.
CREATE FUNCTION figures_of_end(status text, errors jsonb, ended timestamptz, begun timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT figures_day(ended) || CASE
    WHEN status = 'GENERATED' AND begun IS NULL THEN ' GENERATED'
    WHEN status = 'GENERATED' THEN ' GENERATED ' || to_char(
      power(1.1::float8, floor(ln(greatest(extract(epoch FROM ended - begun), 0.001)::float8) / ln(1.1::float8)) + 0.5),
      'FM999999990.0000')
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
CREATE OR REPLACE FUNCTION figures_of_events() RETURNS trigger LANGUAGE plpgsql AS $$
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
INSERT INTO figures (kind, key, amount)
  SELECT 'MOD_PACKS_BY_DAY', figures_day(date_created), count(*) FROM mod_packs GROUP BY 2
  UNION ALL SELECT 'DOWNLOADS_BY_DAY', figures_day(date_created), count(*) FROM downloads GROUP BY 2
  UNION ALL SELECT figure.kind, figure.key, count(*)
    FROM server_packs CROSS JOIN LATERAL figures_of_built(server_packs.run_configuration_id, server_packs.date_created) AS figure
    WHERE figure.kind LIKE 'SERVER\_PACKS\_BY\_DAY%' GROUP BY 1, 2
  UNION ALL SELECT 'RUNS_BY_DAY_AND_END', figures_of_end(ended.status, ended.errors, ended.timestamp, begun.timestamp), count(*)
    FROM events AS ended LEFT JOIN events AS begun
      ON begun.run_configuration_id = ended.run_configuration_id AND begun.status = 'QUEUED'
    WHERE ended.status = 'ERROR' OR ended.message = 'Syncing ServerPack to database.' GROUP BY 2;
