-- Writers wait until this commits, so no row stays uncounted. All at first and in their order, so that none of them waits for this while it is waited for.
LOCK TABLE mod_packs, server_packs, run_configurations IN EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE "figures" DROP CONSTRAINT "figures_kind";--> statement-breakpoint
CREATE INDEX "run_configurations_modloader" ON "run_configurations" USING btree ("modloader","id");--> statement-breakpoint
CREATE INDEX "run_configurations_game_version" ON "run_configurations" USING btree ("game_version","id");--> statement-breakpoint
CREATE INDEX "server_packs_run_configuration" ON "server_packs" USING btree ("run_configuration_id");--> statement-breakpoint
ALTER TABLE "figures" ADD CONSTRAINT "figures_kind" CHECK ("figures"."kind" in ('MOD_PACKS_BY_STATUS', 'MOD_PACKS_BY_MODLOADER', 'MOD_PACKS_BY_GAME_VERSION', 'SERVER_PACKS_BY_MODLOADER', 'SERVER_PACKS_BY_GAME_VERSION', 'RUN_CONFIGURATIONS_BY_GAME_VERSION', 'EVENTS', 'FILES', 'BYTES', 'BYTES_BY_DAY', 'WAITING_RUNS'));--> statement-breakpoint
-- As before, and modpacks by what some run of theirs is for. Whoever adds a run to a modpack, or deletes one, has locked the modpack:
-- so each sees what the other has left of it.
CREATE OR REPLACE FUNCTION figures_of_run_configurations() RETURNS trigger LANGUAGE plpgsql AS $$
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
INSERT INTO figures (kind, key, amount)
  SELECT 'MOD_PACKS_BY_GAME_VERSION', game_version, count(DISTINCT mod_pack_id) FROM run_configurations GROUP BY game_version
  UNION ALL SELECT 'MOD_PACKS_BY_MODLOADER', modloader, count(DISTINCT mod_pack_id) FROM run_configurations GROUP BY modloader;
--> statement-breakpoint
-- For parts of names. The extension is not there in the embedded database, nor on each server, and not each role may create it: without
-- the index names are read one by one. Modpacks get new entries with each state, so what waits to be sorted in is kept short.
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
