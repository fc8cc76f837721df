-- What the statements below refer to, in the order in which rows are locked everywhere.
LOCK TABLE "mod_packs", "lines" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "line_news" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "line_news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"line_id" integer NOT NULL,
	"mod_pack_id" integer NOT NULL,
	"kind" text NOT NULL,
	"date_created" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "line_news_kind" CHECK ("line_news"."kind" in ('WITHDRAWN', 'OFFERED_AGAIN'))
);
--> statement-breakpoint
ALTER TABLE "line_news" ADD CONSTRAINT "line_news_line_id_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_news" ADD CONSTRAINT "line_news_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "line_news_line" ON "line_news" USING btree ("line_id","id");--> statement-breakpoint
CREATE INDEX "line_news_mod_pack" ON "line_news" USING btree ("mod_pack_id");--> statement-breakpoint
CREATE INDEX "line_news_created" ON "line_news" USING btree ("date_created");