CREATE TABLE "drop_list_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drop_list_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"drop_list_id" integer NOT NULL,
	"version" integer NOT NULL,
	"client_only" jsonb NOT NULL,
	"keep" jsonb NOT NULL,
	"token_id" integer,
	"subject" text,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drop_list_versions_version" UNIQUE("drop_list_id","version")
);
--> statement-breakpoint
CREATE TABLE "drop_lists" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drop_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"token_id" integer,
	"subject" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drop_lists_name_unique" UNIQUE("name"),
	CONSTRAINT "drop_lists_maker" CHECK (num_nonnulls("drop_lists"."token_id", "drop_lists"."subject") = 1)
);
--> statement-breakpoint
ALTER TABLE "run_configurations" ADD COLUMN "drop_lists" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "run_configurations" ADD COLUMN "drop_lists_hash" text;--> statement-breakpoint
ALTER TABLE "drop_list_versions" ADD CONSTRAINT "drop_list_versions_drop_list_id_drop_lists_id_fk" FOREIGN KEY ("drop_list_id") REFERENCES "public"."drop_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drop_list_versions" ADD CONSTRAINT "drop_list_versions_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drop_lists" ADD CONSTRAINT "drop_lists_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drop_list_versions_token" ON "drop_list_versions" USING btree ("token_id");--> statement-breakpoint
CREATE INDEX "drop_lists_token" ON "drop_lists" USING btree ("token_id");--> statement-breakpoint
CREATE UNIQUE INDEX "drop_lists_default" ON "drop_lists" USING btree ("is_default") WHERE "drop_lists"."is_default";--> statement-breakpoint
ALTER TABLE "run_configurations" ADD CONSTRAINT "run_configurations_drop_lists_hash_run_files_sha256_fk" FOREIGN KEY ("drop_lists_hash") REFERENCES "public"."run_files"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_configurations_drop_lists" ON "run_configurations" USING btree ("drop_lists_hash") WHERE "run_configurations"."drop_lists_hash" is not null;