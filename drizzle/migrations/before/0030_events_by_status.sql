-- Totals of events by their status. A trigger that goes locks its table until this commits, so no row stays uncounted.
DROP TRIGGER figures_events_insert ON events;
--> statement-breakpoint
DROP TRIGGER figures_events_delete ON events;
--> statement-breakpoint
CREATE TRIGGER figures_events_insert AFTER INSERT ON events REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION figures_changed('EVENTS', 'changed.status', '1');
--> statement-breakpoint
CREATE TRIGGER figures_events_delete AFTER DELETE ON events REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION figures_changed('EVENTS', 'changed.status', '1');
--> statement-breakpoint
DELETE FROM figures WHERE kind = 'EVENTS';
--> statement-breakpoint
INSERT INTO figures (kind, key, amount) SELECT 'EVENTS', status, count(*) FROM events GROUP BY status;
