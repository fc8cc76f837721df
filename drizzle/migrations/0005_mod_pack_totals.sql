CREATE TABLE "mod_pack_totals" (
	"mod_pack_id" integer PRIMARY KEY NOT NULL,
	"downloads" bigint DEFAULT 0 NOT NULL,
	"confirmed_working" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mod_pack_totals" ADD CONSTRAINT "mod_pack_totals_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mod_pack_totals_downloads" ON "mod_pack_totals" USING btree ("downloads","mod_pack_id");--> statement-breakpoint
CREATE INDEX "mod_pack_totals_votes" ON "mod_pack_totals" USING btree ("confirmed_working","mod_pack_id");--> statement-breakpoint
CREATE INDEX "files_size" ON "files" USING btree ("size");--> statement-breakpoint
CREATE INDEX "mod_packs_name" ON "mod_packs" USING btree (lower("name") collate "C","id");--> statement-breakpoint
CREATE INDEX "server_packs_votes" ON "server_packs" USING btree ("confirmed_working","id");