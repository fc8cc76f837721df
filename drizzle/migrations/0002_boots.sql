CREATE TABLE "boots" (
	"server_pack_id" integer PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"phase" text,
	"caller" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claim" uuid,
	"claimed_until" timestamp (3) with time zone,
	"result" text,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"date_ended" timestamp (3) with time zone,
	CONSTRAINT "boots_state" CHECK ("boots"."state" in ('WAITING', 'RUNNING', 'ENDED', 'INTERRUPTED'))
);
--> statement-breakpoint
ALTER TABLE "boots" ADD CONSTRAINT "boots_server_pack_id_server_packs_id_fk" FOREIGN KEY ("server_pack_id") REFERENCES "public"."server_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "boots_line" ON "boots" USING btree ("state","date_created");--> statement-breakpoint
CREATE INDEX "boots_caller" ON "boots" USING btree ("caller","state","date_created");