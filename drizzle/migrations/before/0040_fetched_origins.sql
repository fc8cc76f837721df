ALTER TABLE "fetched_files" DROP CONSTRAINT "fetched_files_algorithm";--> statement-breakpoint
ALTER TABLE "fetched_files" ADD COLUMN "sha1" text;--> statement-breakpoint
ALTER TABLE "fetched_files" ADD CONSTRAINT "fetched_files_algorithm" CHECK ("fetched_files"."algorithm" in ('sha512', 'sha1', 'md5', 'origin'));--> statement-breakpoint
-- The SHA-1 of what is there already: the release before has told it by rows of their own.
UPDATE fetched_files SET sha1 = other.hash FROM fetched_files AS other
  WHERE fetched_files.algorithm = 'sha512' AND other.algorithm = 'sha1' AND other.file_id = fetched_files.file_id;
