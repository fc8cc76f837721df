CREATE TABLE "backups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"place" text NOT NULL,
	"state" text DEFAULT 'RUNNING' NOT NULL,
	"reason" text,
	"mod_packs" integer DEFAULT 0 NOT NULL,
	"files" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"lost" integer DEFAULT 0 NOT NULL,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"date_ended" timestamp (3) with time zone,
	"claim" uuid,
	"claimed_until" timestamp (3) with time zone,
	CONSTRAINT "backups_state" CHECK ("backups"."state" in ('RUNNING', 'WHOLE', 'FAILED'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "backups_running" ON "backups" USING btree ("state") WHERE "backups"."state" = 'RUNNING';