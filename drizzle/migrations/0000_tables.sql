-- The letters of a name, and its pairs of neighbours: the parts that are too short for an index of trigrams. An index below is made of them.
-- The cost is what it takes, so that the planner asks the index rather than one name after the other.
CREATE FUNCTION name_parts(name text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT COST 1000 AS $$
DECLARE
  letters text[] := string_to_array(name, NULL);
  parts text[] := letters;
BEGIN
  FOR place IN 2..cardinality(letters) LOOP
    parts := parts || (letters[place - 1] || letters[place]);
  END LOOP;
  RETURN parts;
END $$;
--> statement-breakpoint
CREATE TABLE "catalogue_answers" (
	"sha512" text PRIMARY KEY NOT NULL,
	"project" jsonb,
	"asked" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "fetched_files" (
	"algorithm" text NOT NULL,
	"hash" text NOT NULL,
	"sha1" text,
	"file_id" integer,
	"crc32" bigint,
	"claim" uuid,
	"claimed_until" timestamp (3) with time zone,
	"used" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fetched_files_algorithm_hash_pk" PRIMARY KEY("algorithm","hash"),
	CONSTRAINT "fetched_files_algorithm" CHECK ("fetched_files"."algorithm" in ('sha512', 'origin')),
	CONSTRAINT "fetched_files_file_or_claim" CHECK (("fetched_files"."file_id" is null) = ("fetched_files"."crc32" is null) and ("fetched_files"."file_id" is null) = ("fetched_files"."claim" is not null) and ("fetched_files"."claim" is null) = ("fetched_files"."claimed_until" is null))
);
--> statement-breakpoint
CREATE TABLE "figures" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "figures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"amount" bigint NOT NULL,
	CONSTRAINT "figures_kind_key_id_pk" PRIMARY KEY("kind","key","id"),
	CONSTRAINT "figures_kind" CHECK ("figures"."kind" in ('MOD_PACKS_BY_STATUS', 'MOD_PACKS_BY_MODLOADER', 'MOD_PACKS_BY_GAME_VERSION', 'MOD_PACKS_BY_DAY', 'SERVER_PACKS_BY_MODLOADER', 'SERVER_PACKS_BY_GAME_VERSION', 'SERVER_PACKS_BY_DAY_AND_MODLOADER', 'SERVER_PACKS_BY_DAY_AND_GAME_VERSION', 'RUN_CONFIGURATIONS_BY_GAME_VERSION', 'RUNS_BY_DAY_AND_END', 'DOWNLOADS_BY_DAY', 'EVENTS', 'FILES', 'BYTES', 'BYTES_BY_DAY', 'WAITING_RUNS'))
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sha256" text NOT NULL,
	"size" bigint NOT NULL,
	"storage_key" text NOT NULL,
	"removed" timestamp (3) with time zone,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_sha256_unique" UNIQUE("sha256")
);
--> statement-breakpoint
CREATE TABLE "held_uploads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "held_uploads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"caller" text NOT NULL,
	"token_id" integer,
	"bytes" bigint NOT NULL,
	"touched" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_changes" (
	"list" text NOT NULL,
	"first_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "list_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"mark" bigint DEFAULT hashtextextended(gen_random_uuid()::text, 0) NOT NULL,
	CONSTRAINT "list_changes_list_first_id_id_pk" PRIMARY KEY("list","first_id","id"),
	CONSTRAINT "list_changes_list" CHECK ("list_changes"."list" in ('MOD_PACKS', 'SERVER_PACKS', 'RUN_CONFIGURATIONS', 'EVENTS'))
);
--> statement-breakpoint
CREATE TABLE "mod_decisions" (
	"server_pack_id" integer NOT NULL,
	"position" integer NOT NULL,
	"file" text NOT NULL,
	"kept" boolean NOT NULL,
	"reason" text NOT NULL,
	"certainty" text NOT NULL,
	"evidence" text NOT NULL,
	CONSTRAINT "mod_decisions_server_pack_id_position_pk" PRIMARY KEY("server_pack_id","position"),
	CONSTRAINT "mod_decisions_bounded" CHECK (octet_length("mod_decisions"."file") <= 65535 and char_length("mod_decisions"."evidence") <= 131072)
);
--> statement-breakpoint
CREATE TABLE "mod_pack_files" (
	"mod_pack_id" integer NOT NULL,
	"position" integer NOT NULL,
	"path" text NOT NULL,
	"file_id" integer NOT NULL,
	"crc32" bigint NOT NULL,
	CONSTRAINT "mod_pack_files_mod_pack_id_position_pk" PRIMARY KEY("mod_pack_id","position"),
	CONSTRAINT "mod_pack_files_path" UNIQUE("mod_pack_id","path")
);
--> statement-breakpoint
CREATE TABLE "mod_pack_totals" (
	"mod_pack_id" integer PRIMARY KEY NOT NULL,
	"downloads" bigint DEFAULT 0 NOT NULL,
	"confirmed_working" bigint DEFAULT 0 NOT NULL
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
	"token_id" integer,
	"file_size" bigint DEFAULT 0 NOT NULL,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mod_packs_fileId_unique" UNIQUE("file_id"),
	CONSTRAINT "mod_packs_status" CHECK ("mod_packs"."status" in ('QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', 'GENERATED', 'ERROR'))
);
--> statement-breakpoint
CREATE TABLE "mods" (
	"mod_pack_id" integer NOT NULL,
	"position" integer NOT NULL,
	"file" text NOT NULL,
	"size" bigint NOT NULL,
	"note" text,
	"descriptors" jsonb NOT NULL,
	"descriptor_length" integer NOT NULL,
	"claims" jsonb,
	CONSTRAINT "mods_mod_pack_id_position_pk" PRIMARY KEY("mod_pack_id","position"),
	CONSTRAINT "mods_bounded" CHECK (octet_length("mods"."file") <= 65535 and char_length("mods"."note") <= 2048)
);
--> statement-breakpoint
CREATE TABLE "queued_runs" (
	"run_configuration_id" integer PRIMARY KEY NOT NULL,
	"mod_pack_id" integer NOT NULL,
	"caller" text NOT NULL,
	"turn" integer NOT NULL,
	"state" text NOT NULL,
	"sent_by" uuid,
	"lost_nodes" integer DEFAULT 0 NOT NULL,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "queued_runs_state" CHECK ("queued_runs"."state" in ('HELD', 'WAITING', 'SENT', 'BEGUN'))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
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
CREATE TABLE "run_configurations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "run_configurations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"mod_pack_id" integer NOT NULL,
	"game_version" text NOT NULL,
	"modloader" text NOT NULL,
	"modloader_version" text NOT NULL,
	"start_args" jsonb NOT NULL,
	"client_mods" jsonb NOT NULL,
	"whitelisted_mods" jsonb NOT NULL,
	"automatic_sides" boolean DEFAULT true NOT NULL,
	"include_files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"exclude_files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"include_world" boolean DEFAULT false NOT NULL,
	"server_icon_hash" text,
	"server_properties_hash" text,
	"name_encoding" text,
	"given_version" text,
	"token_id" integer,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_configurations_modloader" CHECK ("run_configurations"."modloader" in ('Forge', 'NeoForge', 'Fabric', 'Quilt', 'LegacyFabric'))
);
--> statement-breakpoint
CREATE TABLE "run_files" (
	"sha256" text PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"used" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_packs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "server_packs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"mod_pack_id" integer NOT NULL,
	"run_configuration_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"confirmed_working" integer DEFAULT 0 NOT NULL,
	"votes_down" integer DEFAULT 0 NOT NULL,
	"kept_count" integer DEFAULT 0 NOT NULL,
	"dropped_count" integer DEFAULT 0 NOT NULL,
	"file_size" bigint DEFAULT 0 NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "server_packs_run" UNIQUE("mod_pack_id","run_configuration_id")
);
--> statement-breakpoint
CREATE TABLE "setbacks" (
	"run_configuration_id" integer PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"deaths" integer DEFAULT 0 NOT NULL,
	"waits" integer DEFAULT 0 NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"missing" jsonb,
	"missing_since" timestamp (3) with time zone,
	"next_try" timestamp (3) with time zone,
	CONSTRAINT "setbacks_waiting" CHECK ("setbacks"."next_try" is null or "setbacks"."waiting_since" is not null or "setbacks"."missing_since" is not null)
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
	"subject" text,
	"proof" jsonb,
	"secret" uuid DEFAULT gen_random_uuid() NOT NULL,
	"used" timestamp (3) with time zone,
	"mod_pack_id" integer,
	"refusal" jsonb,
	"expires" timestamp (3) with time zone NOT NULL,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "warnings" (
	"mod_pack_id" integer NOT NULL,
	"position" integer NOT NULL,
	"code" text NOT NULL,
	"error" text NOT NULL,
	"entry" text,
	CONSTRAINT "warnings_mod_pack_id_position_pk" PRIMARY KEY("mod_pack_id","position")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"webhook_id" integer NOT NULL,
	"event_id" integer,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_attempt" timestamp (3) with time zone,
	"response_status" smallint,
	"failure" text,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_event" UNIQUE("webhook_id","event_id"),
	CONSTRAINT "webhook_deliveries_state" CHECK ("webhook_deliveries"."state" in ('PENDING', 'DELIVERED', 'FAILED'))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"url" text NOT NULL,
	"format" text NOT NULL,
	"statuses" jsonb NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_ends" timestamp (3) with time zone,
	"last_event_id" integer NOT NULL,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhooks_format" CHECK ("webhooks"."format" in ('STANDARD', 'DISCORD'))
);
--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_server_pack_id_server_packs_id_fk" FOREIGN KEY ("server_pack_id") REFERENCES "public"."server_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_run_configuration_id_run_configurations_id_fk" FOREIGN KEY ("run_configuration_id") REFERENCES "public"."run_configurations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_server_pack_id_server_packs_id_fk" FOREIGN KEY ("server_pack_id") REFERENCES "public"."server_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fetched_files" ADD CONSTRAINT "fetched_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_uploads" ADD CONSTRAINT "held_uploads_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mod_decisions" ADD CONSTRAINT "mod_decisions_server_pack_id_server_packs_id_fk" FOREIGN KEY ("server_pack_id") REFERENCES "public"."server_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mod_pack_files" ADD CONSTRAINT "mod_pack_files_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mod_pack_files" ADD CONSTRAINT "mod_pack_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mod_pack_totals" ADD CONSTRAINT "mod_pack_totals_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mod_packs" ADD CONSTRAINT "mod_packs_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mod_packs" ADD CONSTRAINT "mod_packs_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mods" ADD CONSTRAINT "mods_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queued_runs" ADD CONSTRAINT "queued_runs_run_configuration_id_run_configurations_id_fk" FOREIGN KEY ("run_configuration_id") REFERENCES "public"."run_configurations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queued_runs" ADD CONSTRAINT "queued_runs_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resumable_uploads" ADD CONSTRAINT "resumable_uploads_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resumable_uploads" ADD CONSTRAINT "resumable_uploads_ticket_id_upload_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."upload_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_configurations" ADD CONSTRAINT "run_configurations_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_configurations" ADD CONSTRAINT "run_configurations_server_icon_hash_run_files_sha256_fk" FOREIGN KEY ("server_icon_hash") REFERENCES "public"."run_files"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_configurations" ADD CONSTRAINT "run_configurations_server_properties_hash_run_files_sha256_fk" FOREIGN KEY ("server_properties_hash") REFERENCES "public"."run_files"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_configurations" ADD CONSTRAINT "run_configurations_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_packs" ADD CONSTRAINT "server_packs_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_packs" ADD CONSTRAINT "server_packs_run_configuration_id_run_configurations_id_fk" FOREIGN KEY ("run_configuration_id") REFERENCES "public"."run_configurations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_packs" ADD CONSTRAINT "server_packs_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setbacks" ADD CONSTRAINT "setbacks_queued_run" FOREIGN KEY ("run_configuration_id") REFERENCES "public"."queued_runs"("run_configuration_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_tickets" ADD CONSTRAINT "upload_tickets_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_tickets" ADD CONSTRAINT "upload_tickets_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_server_pack_id_server_packs_id_fk" FOREIGN KEY ("server_pack_id") REFERENCES "public"."server_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warnings" ADD CONSTRAINT "warnings_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalogue_answers_asked" ON "catalogue_answers" USING btree ("asked");--> statement-breakpoint
CREATE INDEX "downloads_date" ON "downloads" USING btree ("date_created");--> statement-breakpoint
CREATE INDEX "downloads_mod_pack" ON "downloads" USING btree ("mod_pack_id");--> statement-breakpoint
CREATE INDEX "downloads_server_pack" ON "downloads" USING btree ("server_pack_id");--> statement-breakpoint
CREATE INDEX "events_mod_pack" ON "events" USING btree ("mod_pack_id","id");--> statement-breakpoint
CREATE INDEX "events_server_pack" ON "events" USING btree ("server_pack_id","id");--> statement-breakpoint
CREATE INDEX "events_run" ON "events" USING btree ("run_configuration_id","id");--> statement-breakpoint
CREATE INDEX "events_status_id" ON "events" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "events_ended" ON "events" USING btree ("timestamp") WHERE "events"."status" = 'ERROR' or "events"."message" = 'Syncing ServerPack to database.';--> statement-breakpoint
CREATE INDEX "fetched_files_file" ON "fetched_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "fetched_files_used" ON "fetched_files" USING btree ("used");--> statement-breakpoint
CREATE INDEX "held_uploads_touched" ON "held_uploads" USING btree ("touched");--> statement-breakpoint
CREATE INDEX "mod_decisions_dropped" ON "mod_decisions" USING btree ("server_pack_id","position") WHERE not "mod_decisions"."kept";--> statement-breakpoint
CREATE INDEX "mod_pack_files_file" ON "mod_pack_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "mod_pack_totals_downloads" ON "mod_pack_totals" USING btree ("downloads","mod_pack_id");--> statement-breakpoint
CREATE INDEX "mod_pack_totals_votes" ON "mod_pack_totals" USING btree ("confirmed_working","mod_pack_id");--> statement-breakpoint
CREATE INDEX "mod_packs_size" ON "mod_packs" USING btree ("file_size","id");--> statement-breakpoint
CREATE INDEX "mod_packs_token" ON "mod_packs" USING btree ("token_id");--> statement-breakpoint
CREATE INDEX "mod_packs_date" ON "mod_packs" USING btree ("date_created","id");--> statement-breakpoint
CREATE INDEX "mod_packs_name" ON "mod_packs" USING btree (lower("name") collate "C","id");--> statement-breakpoint
CREATE INDEX "mod_packs_status_id" ON "mod_packs" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "mod_packs_short_name_parts" ON "mod_packs" USING gin (name_parts(lower("name"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "queued_runs_line" ON "queued_runs" USING btree ("state","turn","run_configuration_id");--> statement-breakpoint
CREATE INDEX "queued_runs_mod_pack" ON "queued_runs" USING btree ("mod_pack_id","run_configuration_id");--> statement-breakpoint
CREATE INDEX "queued_runs_caller" ON "queued_runs" USING btree ("caller","turn");--> statement-breakpoint
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "resumable_uploads_touched" ON "resumable_uploads" USING btree ("touched");--> statement-breakpoint
CREATE INDEX "resumable_uploads_ticket" ON "resumable_uploads" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "run_configurations_token" ON "run_configurations" USING btree ("token_id");--> statement-breakpoint
CREATE INDEX "run_configurations_mod_pack" ON "run_configurations" USING btree ("mod_pack_id");--> statement-breakpoint
CREATE INDEX "run_configurations_modloader" ON "run_configurations" USING btree ("modloader","id");--> statement-breakpoint
CREATE INDEX "run_configurations_game_version" ON "run_configurations" USING btree ("game_version","id");--> statement-breakpoint
CREATE INDEX "run_configurations_versions" ON "run_configurations" USING btree ("game_version","modloader","id","mod_pack_id");--> statement-breakpoint
CREATE INDEX "run_configurations_icon" ON "run_configurations" USING btree ("server_icon_hash") WHERE "run_configurations"."server_icon_hash" is not null;--> statement-breakpoint
CREATE INDEX "run_configurations_properties" ON "run_configurations" USING btree ("server_properties_hash") WHERE "run_configurations"."server_properties_hash" is not null;--> statement-breakpoint
CREATE INDEX "server_packs_run_configuration" ON "server_packs" USING btree ("run_configuration_id");--> statement-breakpoint
CREATE INDEX "server_packs_file" ON "server_packs" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "server_packs_date" ON "server_packs" USING btree ("date_created","id");--> statement-breakpoint
CREATE INDEX "server_packs_size" ON "server_packs" USING btree ("file_size","id");--> statement-breakpoint
CREATE INDEX "server_packs_downloads" ON "server_packs" USING btree ("downloads","id");--> statement-breakpoint
CREATE INDEX "server_packs_votes" ON "server_packs" USING btree ("confirmed_working","id");--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_name" ON "tokens" USING btree ("name") WHERE "tokens"."revoked" is null;--> statement-breakpoint
CREATE INDEX "upload_tickets_mod_pack" ON "upload_tickets" USING btree ("mod_pack_id");--> statement-breakpoint
CREATE INDEX "upload_tickets_token" ON "upload_tickets" USING btree ("token_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("date_created");