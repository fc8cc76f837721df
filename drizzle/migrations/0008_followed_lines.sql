-- What the statements below change, in the order in which rows are locked everywhere.
LOCK TABLE "mod_packs", "lines" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "followed_lines" (
	"line_id" integer PRIMARY KEY NOT NULL,
	"place" jsonb NOT NULL,
	"host" text NOT NULL,
	"channel" text NOT NULL,
	"held" boolean DEFAULT false NOT NULL,
	"token_id" integer NOT NULL,
	"validator" text,
	"settled" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"away" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"try_run_id" integer,
	"last_look" timestamp (3) with time zone,
	"next_look" timestamp (3) with time zone NOT NULL,
	"claim" uuid,
	"claimed_until" timestamp (3) with time zone,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "followed_lines_channel" CHECK ("followed_lines"."channel" in ('RELEASE', 'BETA', 'ALPHA'))
);
--> statement-breakpoint
ALTER TABLE "lines" ADD COLUMN "pinned_id" integer;--> statement-breakpoint
ALTER TABLE "mod_packs" ADD COLUMN "withdrawn" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "followed_lines" ADD CONSTRAINT "followed_lines_line_id_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followed_lines" ADD CONSTRAINT "followed_lines_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followed_lines" ADD CONSTRAINT "followed_lines_try_run_id_run_configurations_id_fk" FOREIGN KEY ("try_run_id") REFERENCES "public"."run_configurations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "followed_lines_next" ON "followed_lines" USING btree ("next_look");--> statement-breakpoint
CREATE INDEX "followed_lines_host" ON "followed_lines" USING btree ("host","last_look");--> statement-breakpoint
CREATE INDEX "followed_lines_token" ON "followed_lines" USING btree ("token_id");--> statement-breakpoint
CREATE INDEX "followed_lines_try" ON "followed_lines" USING btree ("try_run_id") WHERE "followed_lines"."try_run_id" is not null;--> statement-breakpoint
ALTER TABLE "lines" ADD CONSTRAINT "lines_pinned_id_mod_packs_id_fk" FOREIGN KEY ("pinned_id") REFERENCES "public"."mod_packs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lines_pinned" ON "lines" USING btree ("pinned_id") WHERE "lines"."pinned_id" is not null;