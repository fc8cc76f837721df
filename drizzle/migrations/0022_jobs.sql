-- The tables of work have claims of their own, so pg-boss' go. What waited or was worked on stands in "queued_runs" and "webhook_deliveries",
-- and is taken up from there.
CREATE TABLE "chores" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chores_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"due" timestamp (3) with time zone NOT NULL,
	"claim" uuid,
	"claimed_until" timestamp (3) with time zone,
	CONSTRAINT "chores_name" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "queued_runs" DROP CONSTRAINT "queued_runs_state";--> statement-breakpoint
UPDATE "queued_runs" SET "state" = 'WAITING' WHERE "state" = 'SENT';--> statement-breakpoint
ALTER TABLE "queued_runs" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "queued_runs" ADD COLUMN "next_attempt" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "queued_runs" ADD COLUMN "claim" uuid;--> statement-breakpoint
ALTER TABLE "queued_runs" ADD COLUMN "claimed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "next_attempt" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "claim" uuid;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "claimed_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "queued_runs_next" ON "queued_runs" USING btree ("turn","run_configuration_id") WHERE "queued_runs"."state" <> 'HELD';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_next" ON "webhook_deliveries" USING btree (greatest("next_attempt", "claimed_until")) WHERE "webhook_deliveries"."state" = 'PENDING';--> statement-breakpoint
ALTER TABLE "queued_runs" ADD CONSTRAINT "queued_runs_state" CHECK ("queued_runs"."state" in ('HELD', 'WAITING', 'BEGUN'));--> statement-breakpoint
DROP SCHEMA IF EXISTS pgboss CASCADE;
