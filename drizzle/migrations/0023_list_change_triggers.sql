-- Writers wait until this commits, so no row stays without its part.
LOCK TABLE mod_packs, server_packs, run_configurations, events IN SHARE MODE;
--> statement-breakpoint
DROP TRIGGER list_revision_renew ON mod_packs;
--> statement-breakpoint
DROP TRIGGER list_revision_renew ON server_packs;
--> statement-breakpoint
DROP TRIGGER list_revision_renew ON run_configurations;
--> statement-breakpoint
DROP TRIGGER list_revision_renew ON events;
--> statement-breakpoint
DROP FUNCTION list_revision_renew();
--> statement-breakpoint
DROP FUNCTION list_part_renew(text, integer);
--> statement-breakpoint
-- Events are small, and asking for a few of them costs as much as asking for many.
CREATE FUNCTION list_part_size(of_list text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE of_list WHEN 'EVENTS' THEN 1024 ELSE 256 END
$$;
--> statement-breakpoint
-- Makes one row of those that a part has gathered. Whoever finds another one at it lets it be, so nobody waits.
CREATE FUNCTION list_changes_gather(of_list text, first integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF pg_try_advisory_xact_lock(hashtext('list_changes'), hashtext(of_list || first)) THEN
    DELETE FROM list_changes WHERE list = of_list AND first_id = first;
    INSERT INTO list_changes (list, first_id) VALUES (of_list, first);
  END IF;
END $$;
--> statement-breakpoint
-- "changed" are the rows that the statement has changed, under the name that each trigger below gives them.
CREATE FUNCTION list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_list CONSTANT text := upper(TG_TABLE_NAME);
  size CONSTANT integer := list_part_size(of_list);
  part record;
BEGIN
  FOR part IN
    INSERT INTO list_changes (list, first_id)
      SELECT DISTINCT of_list, id - id % size FROM changed
      RETURNING list, first_id
  LOOP
    -- Once in a while, since it costs more than a row.
    IF random() < 0.05 THEN
      PERFORM list_changes_gather(part.list, part.first_id);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Modpacks show their server packs.
CREATE FUNCTION list_changed_above() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  size CONSTANT integer := list_part_size('MOD_PACKS');
  part record;
BEGIN
  FOR part IN
    INSERT INTO list_changes (list, first_id)
      SELECT DISTINCT 'MOD_PACKS', mod_pack_id - mod_pack_id % size FROM changed
      RETURNING list, first_id
  LOOP
    IF random() < 0.05 THEN
      PERFORM list_changes_gather(part.list, part.first_id);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  of_table text;
BEGIN
  FOREACH of_table IN ARRAY ARRAY['mod_packs', 'server_packs', 'run_configurations', 'events'] LOOP
    EXECUTE format('CREATE TRIGGER list_changed_by_insert AFTER INSERT ON %I
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_changed()', of_table);
    EXECUTE format('CREATE TRIGGER list_changed_by_update AFTER UPDATE ON %I
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_changed()', of_table);
    EXECUTE format('CREATE TRIGGER list_changed_by_delete AFTER DELETE ON %I
      REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_changed()', of_table);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER list_changed_above_by_insert AFTER INSERT ON server_packs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_changed_above();
--> statement-breakpoint
CREATE TRIGGER list_changed_above_by_update AFTER UPDATE ON server_packs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_changed_above();
--> statement-breakpoint
CREATE TRIGGER list_changed_above_by_delete AFTER DELETE ON server_packs
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_changed_above();
--> statement-breakpoint
INSERT INTO list_changes (list, first_id)
  SELECT list, id - id % list_part_size(list) FROM (
    SELECT 'MOD_PACKS' AS list, id FROM mod_packs
    UNION ALL SELECT 'SERVER_PACKS', id FROM server_packs
    UNION ALL SELECT 'RUN_CONFIGURATIONS', id FROM run_configurations
    UNION ALL SELECT 'EVENTS', id FROM events
  ) AS shown
  GROUP BY 1, 2;
--> statement-breakpoint
-- These have the names and columns of the tables that were here: nodes of the release before read them too.
CREATE VIEW list_parts AS
  SELECT list, first_id, first_id + list_part_size(list) - 1 AS last_id, md5(sum(mark)::text)::uuid AS revision
  FROM list_changes GROUP BY list, first_id;
--> statement-breakpoint
CREATE VIEW list_revisions AS
  SELECT 1 AS id,
    md5(coalesce(sum(mark) FILTER (WHERE list = 'MOD_PACKS'), 0)::text)::uuid AS mod_packs,
    md5(coalesce(sum(mark) FILTER (WHERE list = 'SERVER_PACKS'), 0)::text)::uuid AS server_packs,
    md5(coalesce(sum(mark) FILTER (WHERE list = 'RUN_CONFIGURATIONS'), 0)::text)::uuid AS run_configurations,
    md5(coalesce(sum(mark) FILTER (WHERE list = 'EVENTS'), 0)::text)::uuid AS events
  FROM list_changes;
