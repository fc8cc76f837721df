CREATE TABLE "setbacks" (
	"run_configuration_id" integer PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"deaths" integer DEFAULT 0 NOT NULL,
	"waits" integer DEFAULT 0 NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"next_try" timestamp (3) with time zone,
	CONSTRAINT "setbacks_waiting" CHECK ("setbacks"."next_try" is null or "setbacks"."waiting_since" is not null)
);
--> statement-breakpoint
ALTER TABLE "setbacks" ADD CONSTRAINT "setbacks_run_configuration_id_run_configurations_id_fk" FOREIGN KEY ("run_configuration_id") REFERENCES "public"."run_configurations"("id") ON DELETE cascade ON UPDATE no action;