CREATE TABLE "catalogue_answers" (
	"sha512" text PRIMARY KEY NOT NULL,
	"project" jsonb,
	"asked" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fetched_files" (
	"algorithm" text NOT NULL,
	"hash" text NOT NULL,
	"file_id" integer,
	"crc32" bigint,
	"claim" uuid,
	"claimed_until" timestamp (3) with time zone,
	"used" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fetched_files_algorithm_hash_pk" PRIMARY KEY("algorithm","hash"),
	CONSTRAINT "fetched_files_algorithm" CHECK ("fetched_files"."algorithm" in ('sha512', 'sha1', 'md5')),
	CONSTRAINT "fetched_files_file_or_claim" CHECK (("fetched_files"."file_id" is null) = ("fetched_files"."crc32" is null) and ("fetched_files"."file_id" is null) = ("fetched_files"."claim" is not null) and ("fetched_files"."claim" is null) = ("fetched_files"."claimed_until" is null))
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
ALTER TABLE "fetched_files" ADD CONSTRAINT "fetched_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mod_pack_files" ADD CONSTRAINT "mod_pack_files_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mod_pack_files" ADD CONSTRAINT "mod_pack_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalogue_answers_asked" ON "catalogue_answers" USING btree ("asked");--> statement-breakpoint
CREATE INDEX "fetched_files_file" ON "fetched_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "fetched_files_used" ON "fetched_files" USING btree ("used");--> statement-breakpoint
CREATE INDEX "mod_pack_files_file" ON "mod_pack_files" USING btree ("file_id");