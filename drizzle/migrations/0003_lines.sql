CREATE TABLE "lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"project" text,
	"modloader" text,
	"token_id" integer,
	"subject" text,
	"wishes" jsonb NOT NULL,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lines_name_unique" UNIQUE("name"),
	CONSTRAINT "lines_project_unique" UNIQUE("project"),
	CONSTRAINT "lines_modloader" CHECK ("lines"."modloader" in ('Forge', 'NeoForge', 'Fabric', 'Quilt', 'LegacyFabric')),
	CONSTRAINT "lines_maker" CHECK (num_nonnulls("lines"."project", "lines"."token_id", "lines"."subject") = 1)
);
--> statement-breakpoint
ALTER TABLE "mod_packs" ADD COLUMN "line_id" integer;--> statement-breakpoint
ALTER TABLE "mod_packs" ADD COLUMN "line_order" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "run_configurations" ADD COLUMN "line_id" integer;--> statement-breakpoint
ALTER TABLE "lines" ADD CONSTRAINT "lines_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lines_token" ON "lines" USING btree ("token_id");--> statement-breakpoint
ALTER TABLE "mod_packs" ADD CONSTRAINT "mod_packs_line_id_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."lines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_configurations" ADD CONSTRAINT "run_configurations_line_id_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."lines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mod_packs_line" ON "mod_packs" USING btree ("line_id","line_order","id") WHERE "mod_packs"."line_id" is not null;--> statement-breakpoint
CREATE INDEX "run_configurations_line" ON "run_configurations" USING btree ("line_id","mod_pack_id","id") WHERE "run_configurations"."line_id" is not null;