CREATE TABLE "list_parts" (
	"list" text NOT NULL,
	"first_id" integer NOT NULL,
	"last_id" integer NOT NULL,
	"revision" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "list_parts_list_first_id_pk" PRIMARY KEY("list","first_id"),
	CONSTRAINT "list_parts_list" CHECK ("list_parts"."list" in ('MOD_PACKS', 'SERVER_PACKS', 'RUN_CONFIGURATIONS', 'EVENTS'))
);
