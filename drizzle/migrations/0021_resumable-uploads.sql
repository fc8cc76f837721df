CREATE TABLE "resumable_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"caller" text NOT NULL,
	"began_by" jsonb NOT NULL,
	"token_id" integer,
	"ticket_id" integer,
	"filename" text NOT NULL,
	"size" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"sha256" text,
	"writer" uuid,
	"writer_until" timestamp (3) with time zone,
	"touched" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resumable_uploads_writer" CHECK (("resumable_uploads"."writer" is null) = ("resumable_uploads"."writer_until" is null))
);
--> statement-breakpoint
ALTER TABLE "resumable_uploads" ADD CONSTRAINT "resumable_uploads_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resumable_uploads" ADD CONSTRAINT "resumable_uploads_ticket_id_upload_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."upload_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resumable_uploads_touched" ON "resumable_uploads" USING btree ("touched");--> statement-breakpoint
CREATE INDEX "resumable_uploads_ticket" ON "resumable_uploads" USING btree ("ticket_id");