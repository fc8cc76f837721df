ALTER TABLE "setbacks" DROP CONSTRAINT "setbacks_run_configuration_id_run_configurations_id_fk";
--> statement-breakpoint
-- Of runs that had ended, late attempts could leave rows. None comes meanwhile: what is above has the table locked.
DELETE FROM "setbacks" WHERE NOT EXISTS (
  SELECT FROM "queued_runs" WHERE "queued_runs"."run_configuration_id" = "setbacks"."run_configuration_id"
);
--> statement-breakpoint
ALTER TABLE "setbacks" ADD CONSTRAINT "setbacks_queued_run" FOREIGN KEY ("run_configuration_id") REFERENCES "public"."queued_runs"("run_configuration_id") ON DELETE cascade ON UPDATE no action;