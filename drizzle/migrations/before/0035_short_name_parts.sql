-- The letters of a name, and its pairs of neighbours: the parts that are too short for an index of trigrams. The cost is what it takes, so that
-- the planner asks the index rather than one name after the other.
CREATE FUNCTION name_parts(name text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT COST 1000 AS $$
DECLARE
  letters text[] := string_to_array(name, NULL);
  parts text[] := letters;
BEGIN
  FOR place IN 2..cardinality(letters) LOOP
    parts := parts || (letters[place - 1] || letters[place]);
  END LOOP;
  RETURN parts;
END $$;
--> statement-breakpoint
-- Modpacks get new entries with each state, so what waits to be sorted in is kept short.
CREATE INDEX "mod_packs_short_name_parts" ON "mod_packs" USING gin (name_parts(lower("name"))) WITH (gin_pending_list_limit=256);
