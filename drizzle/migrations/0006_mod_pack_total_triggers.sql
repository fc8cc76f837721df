CREATE FUNCTION mod_pack_totals_begin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mod_pack_totals (mod_pack_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mod_pack_totals_begin AFTER INSERT ON mod_packs
  FOR EACH ROW EXECUTE FUNCTION mod_pack_totals_begin();
--> statement-breakpoint
-- Whoever changes a server pack holds its row first and the modpack's total second, and never the other way round, so
-- that no two transactions wait for each other. A change of nothing takes no lock at all.
CREATE FUNCTION mod_pack_totals_move() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved_downloads bigint := 0;
  moved_votes bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    moved_downloads := NEW.downloads;
    moved_votes := NEW.confirmed_working;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    moved_downloads := moved_downloads - OLD.downloads;
    moved_votes := moved_votes - OLD.confirmed_working;
  END IF;
  IF moved_downloads <> 0 OR moved_votes <> 0 THEN
    UPDATE mod_pack_totals
      SET downloads = downloads + moved_downloads, confirmed_working = confirmed_working + moved_votes
      WHERE mod_pack_id = COALESCE(NEW.mod_pack_id, OLD.mod_pack_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mod_pack_totals_move AFTER INSERT OR DELETE OR UPDATE OF downloads, confirmed_working ON server_packs
  FOR EACH ROW EXECUTE FUNCTION mod_pack_totals_move();
--> statement-breakpoint
-- The triggers keep writers out until this commits, so nothing is counted twice or not at all.
INSERT INTO mod_pack_totals (mod_pack_id, downloads, confirmed_working)
  SELECT mod_packs.id, COALESCE(sum(server_packs.downloads), 0), COALESCE(sum(server_packs.confirmed_working), 0)
  FROM mod_packs LEFT JOIN server_packs ON server_packs.mod_pack_id = mod_packs.id
  GROUP BY mod_packs.id;
