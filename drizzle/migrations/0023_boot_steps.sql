-- The notification names the server pack whose boot was requested, went on, ended or went.
CREATE FUNCTION boots_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Signs of life change neither.
  IF TG_OP = 'UPDATE' AND (OLD.state, OLD.phase) IS NOT DISTINCT FROM (NEW.state, NEW.phase) THEN
    RETURN NULL;
  END IF;
  PERFORM pg_notify('boot_steps', coalesce(NEW.server_pack_id, OLD.server_pack_id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER boots_notify AFTER INSERT OR UPDATE OR DELETE ON boots
  FOR EACH ROW EXECUTE FUNCTION boots_notify();
