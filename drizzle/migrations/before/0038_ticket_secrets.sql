ALTER TABLE "upload_tickets" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "upload_tickets" ADD COLUMN "proof" jsonb;--> statement-breakpoint
ALTER TABLE "upload_tickets" ADD COLUMN "secret" uuid DEFAULT gen_random_uuid() NOT NULL;