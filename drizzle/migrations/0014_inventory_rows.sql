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
CREATE TABLE "mods" (
	"mod_pack_id" integer NOT NULL,
	"position" integer NOT NULL,
	"file" text NOT NULL,
	"size" bigint NOT NULL,
	"note" text,
	"descriptors" jsonb NOT NULL,
	"descriptor_length" integer NOT NULL,
	CONSTRAINT "mods_mod_pack_id_position_pk" PRIMARY KEY("mod_pack_id","position"),
	CONSTRAINT "mods_bounded" CHECK (octet_length("mods"."file") <= 65535 and char_length("mods"."note") <= 2048)
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
ALTER TABLE "server_packs" ADD COLUMN "kept_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "server_packs" ADD COLUMN "dropped_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mod_decisions" ADD CONSTRAINT "mod_decisions_server_pack_id_server_packs_id_fk" FOREIGN KEY ("server_pack_id") REFERENCES "public"."server_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mods" ADD CONSTRAINT "mods_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warnings" ADD CONSTRAINT "warnings_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mod_decisions_dropped" ON "mod_decisions" USING btree ("server_pack_id","position") WHERE not "mod_decisions"."kept";