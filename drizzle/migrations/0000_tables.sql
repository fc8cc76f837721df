CREATE TABLE "downloads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "downloads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"mod_pack_id" integer,
	"server_pack_id" integer,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "downloads_of_one" CHECK (num_nonnulls("downloads"."mod_pack_id", "downloads"."server_pack_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"mod_pack_id" integer NOT NULL,
	"run_configuration_id" integer NOT NULL,
	"server_pack_id" integer,
	"status" text NOT NULL,
	"message" text NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"timestamp" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "events_status" CHECK ("events"."status" in ('QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', 'GENERATED', 'ERROR'))
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sha256" text NOT NULL,
	"size" bigint NOT NULL,
	"storage_key" text NOT NULL,
	CONSTRAINT "files_sha256_unique" UNIQUE("sha256")
);
--> statement-breakpoint
CREATE TABLE "mod_packs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mod_packs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"file_id" integer NOT NULL,
	"name" text NOT NULL,
	"source" text DEFAULT 'ZIP' NOT NULL,
	"status" text NOT NULL,
	"project_id" text DEFAULT '' NOT NULL,
	"version_id" text DEFAULT '' NOT NULL,
	"report" jsonb,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mod_packs_fileId_unique" UNIQUE("file_id"),
	CONSTRAINT "mod_packs_status" CHECK ("mod_packs"."status" in ('QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', 'GENERATED', 'ERROR'))
);
--> statement-breakpoint
CREATE TABLE "run_configurations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "run_configurations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"mod_pack_id" integer NOT NULL,
	"game_version" text NOT NULL,
	"modloader" text NOT NULL,
	"modloader_version" text NOT NULL,
	"start_args" jsonb NOT NULL,
	"client_mods" jsonb NOT NULL,
	"whitelisted_mods" jsonb NOT NULL,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_configurations_modloader" CHECK ("run_configurations"."modloader" in ('Forge', 'NeoForge', 'Fabric', 'Quilt', 'LegacyFabric'))
);
--> statement-breakpoint
CREATE TABLE "server_packs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "server_packs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"mod_pack_id" integer NOT NULL,
	"run_configuration_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"confirmed_working" integer DEFAULT 0 NOT NULL,
	"decisions" jsonb NOT NULL,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "server_packs_run" UNIQUE("mod_pack_id","run_configuration_id")
);
--> statement-breakpoint
CREATE TABLE "votes" (
	"server_pack_id" integer NOT NULL,
	"voter" text NOT NULL,
	"vote" smallint NOT NULL,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "votes_server_pack_id_voter_pk" PRIMARY KEY("server_pack_id","voter"),
	CONSTRAINT "votes_vote" CHECK ("votes"."vote" in (1, -1))
);
--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_server_pack_id_server_packs_id_fk" FOREIGN KEY ("server_pack_id") REFERENCES "public"."server_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_run_configuration_id_run_configurations_id_fk" FOREIGN KEY ("run_configuration_id") REFERENCES "public"."run_configurations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_server_pack_id_server_packs_id_fk" FOREIGN KEY ("server_pack_id") REFERENCES "public"."server_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mod_packs" ADD CONSTRAINT "mod_packs_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_configurations" ADD CONSTRAINT "run_configurations_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_packs" ADD CONSTRAINT "server_packs_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_packs" ADD CONSTRAINT "server_packs_run_configuration_id_run_configurations_id_fk" FOREIGN KEY ("run_configuration_id") REFERENCES "public"."run_configurations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_packs" ADD CONSTRAINT "server_packs_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_server_pack_id_server_packs_id_fk" FOREIGN KEY ("server_pack_id") REFERENCES "public"."server_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "downloads_date" ON "downloads" USING btree ("date_created");--> statement-breakpoint
CREATE INDEX "downloads_mod_pack" ON "downloads" USING btree ("mod_pack_id");--> statement-breakpoint
CREATE INDEX "downloads_server_pack" ON "downloads" USING btree ("server_pack_id");--> statement-breakpoint
CREATE INDEX "events_mod_pack" ON "events" USING btree ("mod_pack_id","id");--> statement-breakpoint
CREATE INDEX "events_server_pack" ON "events" USING btree ("server_pack_id","id");--> statement-breakpoint
CREATE INDEX "events_run" ON "events" USING btree ("run_configuration_id","id");--> statement-breakpoint
CREATE INDEX "events_status_id" ON "events" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "mod_packs_date" ON "mod_packs" USING btree ("date_created","id");--> statement-breakpoint
CREATE INDEX "mod_packs_status_id" ON "mod_packs" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "run_configurations_mod_pack" ON "run_configurations" USING btree ("mod_pack_id");--> statement-breakpoint
CREATE INDEX "server_packs_file" ON "server_packs" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "server_packs_date" ON "server_packs" USING btree ("date_created","id");--> statement-breakpoint
CREATE INDEX "server_packs_downloads" ON "server_packs" USING btree ("downloads","id");