ALTER TABLE "run_configurations" ADD COLUMN "name_encoding" text;--> statement-breakpoint
ALTER TABLE "run_configurations" ADD COLUMN "given_version" text;