CREATE TABLE "figures" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "figures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"amount" bigint NOT NULL,
	CONSTRAINT "figures_kind_key_id_pk" PRIMARY KEY("kind","key","id"),
	CONSTRAINT "figures_kind" CHECK ("figures"."kind" in ('MOD_PACKS_BY_STATUS', 'SERVER_PACKS_BY_MODLOADER', 'SERVER_PACKS_BY_GAME_VERSION', 'RUN_CONFIGURATIONS_BY_GAME_VERSION', 'EVENTS', 'FILES', 'BYTES'))
);
--> statement-breakpoint
CREATE INDEX "events_ended" ON "events" USING btree ("timestamp") WHERE "events"."status" = 'ERROR' or "events"."message" = 'Syncing ServerPack to database.';
--> statement-breakpoint
-- Writers wait until this commits, so no row stays uncounted.
LOCK TABLE mod_packs, server_packs, run_configurations, events, files IN SHARE MODE;
--> statement-breakpoint
-- Makes one row of those of a figure. Whoever finds another one at it lets it be, so nobody waits.
CREATE FUNCTION figures_gather(of_kind text, of_key text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF pg_try_advisory_xact_lock(hashtext('figures'), hashtext(of_kind || of_key)) THEN
    WITH gone AS (DELETE FROM figures WHERE kind = of_kind AND key = of_key RETURNING amount)
    INSERT INTO figures (kind, key, amount) SELECT of_kind, of_key, sum(amount) FROM gone HAVING sum(amount) <> 0;
  END IF;
END $$;
--> statement-breakpoint
-- The arguments of each trigger: the kind, then as expressions over a row of "changed" its key and its amount.
CREATE FUNCTION figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rows_of CONSTANT text := format('SELECT %s AS key, %%s(%s) AS amount FROM %%s AS changed', TG_ARGV[1], TG_ARGV[2]);
  changes CONSTANT text := CASE TG_OP
    WHEN 'INSERT' THEN format(rows_of, '', 'added')
    WHEN 'DELETE' THEN format(rows_of, '-', 'removed')
    ELSE format(rows_of, '', 'added') || ' UNION ALL ' || format(rows_of, '-', 'removed')
  END;
  figure record;
BEGIN
  FOR figure IN EXECUTE format(
    'INSERT INTO figures (kind, key, amount)
      SELECT %L, key, sum(amount) FROM (%s) AS change GROUP BY key HAVING sum(amount) <> 0 RETURNING kind, key',
    TG_ARGV[0], changes)
  LOOP
    -- Once in a while, since it costs more than a row.
    IF random() < 0.05 THEN
      PERFORM figures_gather(figure.kind, figure.key);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  figure record;
  modloader CONSTANT text := 'coalesce((SELECT modloader FROM run_configurations WHERE id = changed.run_configuration_id), '''')';
  game_version CONSTANT text := 'coalesce((SELECT game_version FROM run_configurations WHERE id = changed.run_configuration_id), '''')';
  stored CONSTANT text := 'CASE WHEN changed.removed IS NULL THEN 1 ELSE 0 END';
BEGIN
  FOR figure IN SELECT * FROM (VALUES
    ('mod_packs', 'MOD_PACKS_BY_STATUS', 'changed.status', '1', true),
    ('server_packs', 'SERVER_PACKS_BY_MODLOADER', modloader, '1', false),
    ('server_packs', 'SERVER_PACKS_BY_GAME_VERSION', game_version, '1', false),
    ('run_configurations', 'RUN_CONFIGURATIONS_BY_GAME_VERSION', 'changed.game_version', '1', false),
    ('events', 'EVENTS', '''''', '1', false),
    ('files', 'FILES', '''''', stored, true),
    ('files', 'BYTES', '''''', format('changed.size * %s', stored), true)
  ) AS counted (of_table, kind, key, amount, is_updated)
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION figures_changed(%L, %L, %L)',
      'figures_' || lower(figure.kind) || '_insert', figure.of_table, figure.kind, figure.key, figure.amount);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION figures_changed(%L, %L, %L)',
      'figures_' || lower(figure.kind) || '_delete', figure.of_table, figure.kind, figure.key, figure.amount);
    IF figure.is_updated THEN
      EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS added OLD TABLE AS removed
        FOR EACH STATEMENT EXECUTE FUNCTION figures_changed(%L, %L, %L)',
        'figures_' || lower(figure.kind) || '_update', figure.of_table, figure.kind, figure.key, figure.amount);
    END IF;
    EXECUTE format('INSERT INTO figures (kind, key, amount)
      SELECT %L, key, sum(amount) FROM (SELECT %s AS key, %s AS amount FROM %I AS changed) AS row GROUP BY key HAVING sum(amount) <> 0',
      figure.kind, figure.key, figure.amount, figure.of_table);
  END LOOP;
END $$;
