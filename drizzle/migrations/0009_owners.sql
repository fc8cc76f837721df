ALTER TABLE "mod_packs" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "mod_packs" ADD COLUMN "owner_secret_hash" text;--> statement-breakpoint
ALTER TABLE "mod_packs" ADD COLUMN "renamed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mod_packs" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "mod_packs_hidden" ON "mod_packs" USING btree ("id") WHERE "mod_packs"."hidden";