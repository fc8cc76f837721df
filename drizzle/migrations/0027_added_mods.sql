CREATE TABLE "added_mods" (
	"run_configuration_id" integer NOT NULL,
	"position" integer NOT NULL,
	"file" text NOT NULL,
	"size" bigint NOT NULL,
	"note" text,
	"descriptors" jsonb NOT NULL,
	"added" text NOT NULL,
	"file_id" integer NOT NULL,
	"crc32" bigint NOT NULL,
	CONSTRAINT "added_mods_run_configuration_id_position_pk" PRIMARY KEY("run_configuration_id","position")
);
--> statement-breakpoint
ALTER TABLE "run_configurations" ADD COLUMN "added_mods" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "added_mods" ADD CONSTRAINT "added_mods_run_configuration_id_run_configurations_id_fk" FOREIGN KEY ("run_configuration_id") REFERENCES "public"."run_configurations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "added_mods" ADD CONSTRAINT "added_mods_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "added_mods_file" ON "added_mods" USING btree ("file_id");