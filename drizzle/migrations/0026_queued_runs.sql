CREATE TABLE "queued_runs" (
	"run_configuration_id" integer PRIMARY KEY NOT NULL,
	"mod_pack_id" integer NOT NULL,
	"caller" text NOT NULL,
	"turn" integer NOT NULL,
	"state" text NOT NULL,
	"sent_by" uuid,
	"date_created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "queued_runs_state" CHECK ("queued_runs"."state" in ('HELD', 'WAITING', 'SENT', 'BEGUN'))
);
--> statement-breakpoint
ALTER TABLE "queued_runs" ADD CONSTRAINT "queued_runs_run_configuration_id_run_configurations_id_fk" FOREIGN KEY ("run_configuration_id") REFERENCES "public"."run_configurations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queued_runs" ADD CONSTRAINT "queued_runs_mod_pack_id_mod_packs_id_fk" FOREIGN KEY ("mod_pack_id") REFERENCES "public"."mod_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "queued_runs_line" ON "queued_runs" USING btree ("state","turn","run_configuration_id");--> statement-breakpoint
CREATE INDEX "queued_runs_mod_pack" ON "queued_runs" USING btree ("mod_pack_id","run_configuration_id");--> statement-breakpoint
CREATE INDEX "queued_runs_caller" ON "queued_runs" USING btree ("caller","turn");
--> statement-breakpoint
-- The event that ends a run ends its place in the queue, whoever writes it, and the next run of its modpack waits for its
-- turn. Whoever writes events of a modpack has its row, so no two do this for the same one.
CREATE FUNCTION queued_runs_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM queued_runs USING added
    WHERE added.status IN ('GENERATED', 'ERROR') AND queued_runs.run_configuration_id = added.run_configuration_id;
  IF FOUND THEN
    UPDATE queued_runs SET state = 'WAITING' WHERE state = 'HELD' AND run_configuration_id IN (
      SELECT min(run_configuration_id) FROM queued_runs
      WHERE mod_pack_id IN (SELECT mod_pack_id FROM added) GROUP BY mod_pack_id
    );
    IF FOUND THEN
      PERFORM pg_notify('waiting_runs', '');
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER queued_runs_end AFTER INSERT ON events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queued_runs_end();
