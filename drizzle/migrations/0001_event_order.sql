-- An identity column alone lets a reader of "everything after id N" miss events: a transaction may draw 7, another
-- draw 8 and commit first. This lock is taken before the ids of an insert are drawn and held until its transaction
-- ends, so ids increase in commit order. It has to be a statement trigger: a row trigger runs after the draw.
CREATE FUNCTION events_in_commit_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('events'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_in_commit_order BEFORE INSERT ON events
  FOR EACH STATEMENT EXECUTE FUNCTION events_in_commit_order();
--> statement-breakpoint
-- The notification is a hint that there is something to read; its payload is never trusted.
CREATE FUNCTION events_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_notify AFTER INSERT ON events
  FOR EACH STATEMENT EXECUTE FUNCTION events_notify();
