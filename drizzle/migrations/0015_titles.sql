-- Modpacks are called what their manifest calls them; searches look at that and at the file's name. Indexes go first: each row gets new entries.
DROP INDEX "mod_packs_short_name_parts";--> statement-breakpoint
DROP INDEX IF EXISTS "mod_packs_name_parts";--> statement-breakpoint
ALTER TABLE "mod_packs" ADD COLUMN "title" text;--> statement-breakpoint
UPDATE "mod_packs" SET "title" = left(CASE
    WHEN coalesce(position(said.version IN said.name) > 0, true) THEN said.name
    ELSE said.name || ' ' || said.version
  END, 200)
  FROM (SELECT id, report #>> '{manifest,name}' AS name, report #>> '{manifest,version}' AS version FROM "mod_packs") AS said
  WHERE said.id = "mod_packs"."id" AND said.name <> '' AND NOT "mod_packs"."renamed";--> statement-breakpoint
CREATE INDEX "mod_packs_title" ON "mod_packs" USING btree (lower(coalesce("title", "name")) collate "C","id");--> statement-breakpoint
CREATE INDEX "mod_packs_short_name_parts" ON "mod_packs" USING gin (name_parts(lower((coalesce("title" || chr(10), '') || "name")))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
-- As the index before, where the extension is there.
DO $$
DECLARE
  of_schema name;
BEGIN
  SELECT nspname INTO of_schema FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm';
  IF FOUND THEN
    EXECUTE format('CREATE INDEX mod_packs_name_parts ON mod_packs
      USING gin ((lower(coalesce(title || chr(10), '''') || name) COLLATE "C") %I.gin_trgm_ops) WITH (gin_pending_list_limit = 256)', of_schema);
  END IF;
END $$;
