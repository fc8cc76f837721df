CREATE TABLE "scans" (
	"mod_pack_id" integer PRIMARY KEY NOT NULL,
	"version" text,
	"findings" jsonb NOT NULL,
	"not_scanned" jsonb NOT NULL,
	"not_scanned_count" integer NOT NULL,
	"date_scanned" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"quarantined" boolean NOT NULL,
	"release_reason" text,
	"released_by" text,
	"date_released" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "setbacks" ADD COLUMN "lack" text;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scans_quarantined" ON "scans" USING btree ("mod_pack_id") WHERE "scans"."quarantined";