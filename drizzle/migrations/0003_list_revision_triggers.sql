INSERT INTO list_revisions DEFAULT VALUES;
--> statement-breakpoint
-- The new value has to become visible in the very commit that changes the table, so the row is locked by one
-- transaction at a time. Deferred to the commit, that lock is the last a transaction takes: it is held for a moment
-- only, and no two transactions can wait for each other over it. Deferred triggers exist for rows alone, so a setting
-- that ends with the transaction makes all rows but the first of a table cost next to nothing.
CREATE FUNCTION list_revision_renew() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  renewed text := 'list_revisions.' || TG_TABLE_NAME;
BEGIN
  IF current_setting(renewed, true) = 'renewed' THEN
    RETURN NULL;
  END IF;
  EXECUTE format('UPDATE list_revisions SET %I = gen_random_uuid()', TG_TABLE_NAME);
  PERFORM set_config(renewed, 'renewed', true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER list_revision_renew AFTER INSERT OR UPDATE OR DELETE ON mod_packs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION list_revision_renew();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER list_revision_renew AFTER INSERT OR UPDATE OR DELETE ON server_packs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION list_revision_renew();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER list_revision_renew AFTER INSERT OR UPDATE OR DELETE ON run_configurations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION list_revision_renew();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER list_revision_renew AFTER INSERT OR UPDATE OR DELETE ON events
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION list_revision_renew();
