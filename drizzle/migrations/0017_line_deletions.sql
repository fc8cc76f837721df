-- What the statements below refer to, in the order in which rows are locked everywhere.
LOCK TABLE "mod_packs", "lines" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "lines" ADD COLUMN "deleting" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mod_packs" ADD COLUMN "offer_changed" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "mod_packs" SET "offer_changed" = "withdrawn" WHERE "withdrawn" IS NOT NULL;
