-- Writers wait until this commits, so no row stays without its part.
LOCK TABLE mod_packs, server_packs, run_configurations, events IN SHARE MODE;
--> statement-breakpoint
-- Rows come in the order of their ids mostly: a setting that ends with the transaction makes all rows of a part but
-- the first cost next to nothing.
CREATE FUNCTION list_part_renew(of_list text, row_id integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  size CONSTANT integer := 256;
  first integer := row_id - row_id % size;
  renewed text := 'list_parts.' || of_list;
BEGIN
  IF current_setting(renewed, true) = first::text THEN
    RETURN;
  END IF;
  INSERT INTO list_parts (list, first_id, last_id) VALUES (of_list, first, first + (size - 1))
    ON CONFLICT (list, first_id) DO UPDATE SET revision = gen_random_uuid();
  PERFORM set_config(renewed, first::text, true);
END $$;
--> statement-breakpoint
-- The lists' own row comes first: who has locked it is alone, so no two transactions can wait for each other over parts.
CREATE OR REPLACE FUNCTION list_revision_renew() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  renewed text := 'list_revisions.' || TG_TABLE_NAME;
  changed record;
BEGIN
  IF current_setting(renewed, true) IS DISTINCT FROM 'renewed' THEN
    EXECUTE format('UPDATE list_revisions SET %I = gen_random_uuid()', TG_TABLE_NAME);
    PERFORM set_config(renewed, 'renewed', true);
  END IF;
  IF TG_OP = 'DELETE' THEN
    changed := OLD;
  ELSE
    changed := NEW;
  END IF;
  PERFORM list_part_renew(upper(TG_TABLE_NAME), changed.id);
  IF TG_TABLE_NAME = 'server_packs' THEN
    PERFORM list_part_renew('MOD_PACKS', changed.mod_pack_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO list_parts (list, first_id, last_id)
  SELECT list, id - id % 256, id - id % 256 + 255 FROM (
    SELECT 'MOD_PACKS' AS list, id FROM mod_packs
    UNION ALL SELECT 'SERVER_PACKS', id FROM server_packs
    UNION ALL SELECT 'RUN_CONFIGURATIONS', id FROM run_configurations
    UNION ALL SELECT 'EVENTS', id FROM events
  ) AS shown
  GROUP BY list, id - id % 256;
