-- Writers wait until this commits, so no event stays without its part.
LOCK TABLE events IN SHARE MODE;
--> statement-breakpoint
-- Events are small, and asking for a few of them costs as much as asking for many.
CREATE OR REPLACE FUNCTION list_part_renew(of_list text, row_id integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  size CONSTANT integer := CASE of_list WHEN 'EVENTS' THEN 1024 ELSE 256 END;
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
DELETE FROM list_parts WHERE list = 'EVENTS';
--> statement-breakpoint
INSERT INTO list_parts (list, first_id, last_id)
  SELECT 'EVENTS', id - id % 1024, id - id % 1024 + 1023 FROM events GROUP BY id - id % 1024;
