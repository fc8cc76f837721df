CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"purpose" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"role" text NOT NULL,
	"voter" boolean DEFAULT false NOT NULL,
	"hash" text NOT NULL,
	"quota" bigint,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires" timestamp (3) with time zone,
	"last_used" timestamp (3) with time zone,
	"revoked" timestamp (3) with time zone,
	CONSTRAINT "tokens_role" CHECK ("tokens"."role" in ('reader', 'publisher', 'operator'))
);
--> statement-breakpoint
CREATE TABLE "upload_tickets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "upload_tickets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_configuration" jsonb NOT NULL,
	"token_id" integer,
	"used" timestamp (3) with time zone,
	"mod_pack_id" integer,
	"expires" timestamp (3) with time zone NOT NULL,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mod_packs" ADD COLUMN "token_id" integer;--> statement-breakpoint
ALTER TABLE "run_configurations" ADD COLUMN "token_id" integer;--> statement-breakpoint
ALTER TABLE "upload_tickets" ADD CONSTRAINT "upload_tickets_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_tickets" ADD CONSTRAINT "upload_tickets_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_name" ON "tokens" USING btree ("name") WHERE "tokens"."revoked" is null;--> statement-breakpoint
CREATE INDEX "upload_tickets_mod_pack" ON "upload_tickets" USING btree ("mod_pack_id");--> statement-breakpoint
CREATE INDEX "upload_tickets_token" ON "upload_tickets" USING btree ("token_id");--> statement-breakpoint
ALTER TABLE "mod_packs" ADD CONSTRAINT "mod_packs_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_configurations" ADD CONSTRAINT "run_configurations_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mod_packs_token" ON "mod_packs" USING btree ("token_id");--> statement-breakpoint
CREATE INDEX "run_configurations_token" ON "run_configurations" USING btree ("token_id");