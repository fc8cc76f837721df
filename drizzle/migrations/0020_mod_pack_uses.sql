-- What retention asks for, apart from the downloads that are shown.
ALTER TABLE "mod_pack_totals" ADD COLUMN "used" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "mod_pack_totals" SET "used" = last.at
  FROM (SELECT coalesce(d."mod_pack_id", s."mod_pack_id") AS id, max(d."date_created") AS at
    FROM "downloads" AS d LEFT JOIN "server_packs" AS s ON s."id" = d."server_pack_id" GROUP BY 1) AS last
  WHERE last.id = "mod_pack_totals"."mod_pack_id";
