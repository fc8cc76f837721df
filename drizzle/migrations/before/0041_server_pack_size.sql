-- Writers wait until this commits, so no row stays without its size.
LOCK TABLE server_packs, files IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
DROP INDEX "files_size";--> statement-breakpoint
ALTER TABLE "server_packs" ADD COLUMN "file_size" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE FUNCTION server_pack_size() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.file_size := coalesce((SELECT size FROM files WHERE id = NEW.file_id), 0);
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Nodes of the release before do not know the column.
CREATE TRIGGER server_pack_size BEFORE INSERT OR UPDATE OF file_id ON server_packs
  FOR EACH ROW EXECUTE FUNCTION server_pack_size();
--> statement-breakpoint
UPDATE server_packs SET file_size = files.size FROM files WHERE files.id = server_packs.file_id;
--> statement-breakpoint
CREATE INDEX "server_packs_size" ON "server_packs" USING btree ("file_size","id");
--> statement-breakpoint
CREATE INDEX "run_configurations_versions" ON "run_configurations" USING btree ("game_version","modloader","id","mod_pack_id");
