CREATE TABLE "list_changes" (
	"list" text NOT NULL,
	"first_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "list_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"mark" bigint DEFAULT hashtextextended(gen_random_uuid()::text, 0) NOT NULL,
	CONSTRAINT "list_changes_list_first_id_id_pk" PRIMARY KEY("list","first_id","id"),
	CONSTRAINT "list_changes_list" CHECK ("list_changes"."list" in ('MOD_PACKS', 'SERVER_PACKS', 'RUN_CONFIGURATIONS', 'EVENTS'))
);
--> statement-breakpoint
DROP TABLE "list_parts" CASCADE;--> statement-breakpoint
DROP TABLE "list_revisions" CASCADE;