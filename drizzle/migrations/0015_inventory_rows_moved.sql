-- No list shows what is moved here, so no list counts as changed by it.
ALTER TABLE mod_packs DISABLE TRIGGER list_revision_renew;
--> statement-breakpoint
ALTER TABLE server_packs DISABLE TRIGGER list_revision_renew;
--> statement-breakpoint
-- Earlier checks kept whatever a jar said of itself; what is longer than a check keeps now is left out, with a note.
INSERT INTO mods (mod_pack_id, position, file, size, note, descriptors, descriptor_length)
  SELECT mod_packs.id, found.place - 1, found.mod->>'file', (found.mod->>'size')::bigint,
    CASE WHEN kept.fits THEN left(found.mod->>'note', 2048)
      ELSE 'The jar says more about itself than is kept of one jar, so nothing of it is.' END,
    CASE WHEN kept.fits THEN found.mod->'descriptors' ELSE '[]'::jsonb END,
    CASE WHEN kept.fits THEN char_length((found.mod->'descriptors')::text) ELSE 2 END
  FROM mod_packs
  CROSS JOIN LATERAL jsonb_array_elements(mod_packs.report->'mods') WITH ORDINALITY AS found (mod, place)
  CROSS JOIN LATERAL (SELECT char_length((found.mod->'descriptors')::text) <= 65536 AS fits) AS kept;
--> statement-breakpoint
INSERT INTO warnings (mod_pack_id, position, code, error, entry)
  SELECT mod_packs.id, found.place - 1, found.warning->>'code', found.warning->>'error', found.warning->>'entry'
  FROM mod_packs
  CROSS JOIN LATERAL jsonb_array_elements(mod_packs.report->'warnings') WITH ORDINALITY AS found (warning, place);
--> statement-breakpoint
UPDATE mod_packs SET report = report - 'mods' - 'warnings' || jsonb_build_object(
    'modCount', jsonb_array_length(report->'mods'),
    'warningCount', jsonb_array_length(report->'warnings'))
  WHERE report IS NOT NULL;
--> statement-breakpoint
INSERT INTO mod_decisions (server_pack_id, position, file, kept, reason, certainty, evidence)
  SELECT server_packs.id, taken.place - 1, taken.decision->>'file', (taken.decision->>'kept')::boolean,
    taken.decision->>'reason', taken.decision->>'certainty', left(taken.decision->>'evidence', 131072)
  FROM server_packs
  CROSS JOIN LATERAL jsonb_array_elements(server_packs.decisions) WITH ORDINALITY AS taken (decision, place);
--> statement-breakpoint
UPDATE server_packs SET kept_count = counted.kept, dropped_count = counted.dropped
  FROM (
    SELECT server_pack_id, count(*) FILTER (WHERE kept) AS kept, count(*) FILTER (WHERE NOT kept) AS dropped
    FROM mod_decisions GROUP BY server_pack_id
  ) AS counted
  WHERE server_packs.id = counted.server_pack_id;
--> statement-breakpoint
ALTER TABLE mod_packs ENABLE TRIGGER list_revision_renew;
--> statement-breakpoint
ALTER TABLE server_packs ENABLE TRIGGER list_revision_renew;
