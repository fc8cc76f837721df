CREATE TABLE "run_files" (
	"sha256" text PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"used" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "run_configurations" ADD COLUMN "include_files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "run_configurations" ADD COLUMN "exclude_files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "run_configurations" ADD COLUMN "include_world" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "run_configurations" ADD COLUMN "server_icon_hash" text;--> statement-breakpoint
ALTER TABLE "run_configurations" ADD COLUMN "server_properties_hash" text;--> statement-breakpoint
ALTER TABLE "run_configurations" ADD CONSTRAINT "run_configurations_server_icon_hash_run_files_sha256_fk" FOREIGN KEY ("server_icon_hash") REFERENCES "public"."run_files"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_configurations" ADD CONSTRAINT "run_configurations_server_properties_hash_run_files_sha256_fk" FOREIGN KEY ("server_properties_hash") REFERENCES "public"."run_files"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_configurations_icon" ON "run_configurations" USING btree ("server_icon_hash") WHERE "run_configurations"."server_icon_hash" is not null;--> statement-breakpoint
CREATE INDEX "run_configurations_properties" ON "run_configurations" USING btree ("server_properties_hash") WHERE "run_configurations"."server_properties_hash" is not null;