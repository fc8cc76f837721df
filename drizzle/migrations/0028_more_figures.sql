ALTER TABLE "figures" DROP CONSTRAINT "figures_kind";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "date_created" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "mod_packs" ADD COLUMN "file_size" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "mod_packs_size" ON "mod_packs" USING btree ("file_size","id");--> statement-breakpoint
ALTER TABLE "figures" ADD CONSTRAINT "figures_kind" CHECK ("figures"."kind" in ('MOD_PACKS_BY_STATUS', 'SERVER_PACKS_BY_MODLOADER', 'SERVER_PACKS_BY_GAME_VERSION', 'RUN_CONFIGURATIONS_BY_GAME_VERSION', 'EVENTS', 'FILES', 'BYTES', 'BYTES_BY_DAY', 'WAITING_RUNS'));--> statement-breakpoint
-- Writers wait until this commits, so no row stays uncounted.
LOCK TABLE mod_packs, server_packs, files, queued_runs IN SHARE MODE;
--> statement-breakpoint
UPDATE files SET date_created = stored.since FROM (
  SELECT file_id, min(date_created) AS since FROM (
    SELECT file_id, date_created FROM mod_packs
    UNION ALL SELECT file_id, date_created FROM server_packs
    UNION ALL SELECT file_id, used FROM fetched_files WHERE file_id IS NOT NULL
  ) AS row GROUP BY file_id
) AS stored WHERE stored.file_id = files.id;
--> statement-breakpoint
CREATE FUNCTION mod_pack_size() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.file_size := coalesce((SELECT size FROM files WHERE id = NEW.file_id), 0);
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Nodes of the release before do not know the column.
CREATE TRIGGER mod_pack_size BEFORE INSERT OR UPDATE OF file_id ON mod_packs
  FOR EACH ROW EXECUTE FUNCTION mod_pack_size();
--> statement-breakpoint
UPDATE mod_packs SET file_size = files.size FROM files WHERE files.id = mod_packs.file_id;
--> statement-breakpoint
DO $$
DECLARE
  figure record;
  stored CONSTANT text := 'CASE WHEN changed.removed IS NULL THEN changed.size ELSE 0 END';
  day CONSTANT text := 'to_char(changed.date_created AT TIME ZONE ''UTC'', ''YYYY-MM-DD'')';
  waits CONSTANT text := 'CASE WHEN changed.state IN (''HELD'', ''WAITING'') THEN 1 ELSE 0 END';
BEGIN
  FOR figure IN SELECT * FROM (VALUES
    ('files', 'BYTES_BY_DAY', day, stored),
    ('queued_runs', 'WAITING_RUNS', '''''', waits)
  ) AS counted (of_table, kind, key, amount)
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION figures_changed(%L, %L, %L)',
      'figures_' || lower(figure.kind) || '_insert', figure.of_table, figure.kind, figure.key, figure.amount);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION figures_changed(%L, %L, %L)',
      'figures_' || lower(figure.kind) || '_delete', figure.of_table, figure.kind, figure.key, figure.amount);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS added OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION figures_changed(%L, %L, %L)',
      'figures_' || lower(figure.kind) || '_update', figure.of_table, figure.kind, figure.key, figure.amount);
    EXECUTE format('INSERT INTO figures (kind, key, amount)
      SELECT %L, key, sum(amount) FROM (SELECT %s AS key, %s AS amount FROM %I AS changed) AS row GROUP BY key HAVING sum(amount) <> 0',
      figure.kind, figure.key, figure.amount, figure.of_table);
  END LOOP;
END $$;
