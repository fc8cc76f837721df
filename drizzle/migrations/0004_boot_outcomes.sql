ALTER TABLE "boots" ADD COLUMN "outcome" text;--> statement-breakpoint
CREATE INDEX "boots_outcome" ON "boots" USING btree ("outcome");--> statement-breakpoint
UPDATE "boots" SET "outcome" = substring("result" from '^\{"outcome":"([A-Z_]+)"');
