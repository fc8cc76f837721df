CREATE TABLE "list_revisions" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"mod_packs" uuid DEFAULT gen_random_uuid() NOT NULL,
	"server_packs" uuid DEFAULT gen_random_uuid() NOT NULL,
	"run_configurations" uuid DEFAULT gen_random_uuid() NOT NULL,
	"events" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "list_revisions_one_row" CHECK ("list_revisions"."id" = 1)
);
