ALTER TABLE "server_packs" ADD COLUMN "votes_down" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Of votes without a voter only the sum is known: a sum below zero are votes down.
UPDATE server_packs SET votes_down = known.down + greatest(0, known.up - known.down - confirmed_working)
FROM (
  SELECT server_pack_id, count(*) FILTER (WHERE vote = 1)::integer AS up, count(*) FILTER (WHERE vote = -1)::integer AS down
  FROM votes GROUP BY server_pack_id
) AS known
WHERE known.server_pack_id = server_packs.id AND (known.down > 0 OR confirmed_working < known.up - known.down);
