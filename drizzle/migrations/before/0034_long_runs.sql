-- A run whose machine's clock was set right by decades in the middle of it took more seconds than nine digits tell: what was kept
-- of it is no number, and no statistics could be read. Seconds of every length that two timestamps can be apart fit from now on.
CREATE OR REPLACE FUNCTION figures_of_end(status text, errors jsonb, ended timestamptz, begun timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT figures_day(ended) || CASE
    WHEN status = 'GENERATED' AND begun IS NULL THEN ' GENERATED'
    WHEN status = 'GENERATED' THEN ' GENERATED ' || to_char(
      power(1.1::float8, floor(ln(greatest(extract(epoch FROM ended - begun), 0.001)::float8) / ln(1.1::float8)) + 0.5),
      'FM9999999999990.0000')
    WHEN errors @> '[{"code":"CANCELLED"}]' THEN ' CANCELLED'
    ELSE ' ERROR'
  END
$$;
--> statement-breakpoint
-- What such runs have left is worked out anew; only where there is something, since it reads all events.
INSERT INTO figures (kind, key, amount)
  SELECT 'RUNS_BY_DAY_AND_END', figures_of_end(ended.status, ended.errors, ended.timestamp, begun.timestamp), count(*)
  FROM events AS ended JOIN events AS begun ON begun.run_configuration_id = ended.run_configuration_id AND begun.status = 'QUEUED'
  WHERE EXISTS (SELECT FROM figures WHERE kind = 'RUNS_BY_DAY_AND_END' AND key LIKE '%#%')
    AND ended.message = 'Syncing ServerPack to database.'
    AND figures_of_end(ended.status, ended.errors, ended.timestamp, begun.timestamp) ~ ' GENERATED [0-9]{10,}'
  GROUP BY 2;
--> statement-breakpoint
DELETE FROM figures WHERE kind = 'RUNS_BY_DAY_AND_END' AND key LIKE '%#%';
