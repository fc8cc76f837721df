ALTER TABLE "setbacks" DROP CONSTRAINT "setbacks_waiting";--> statement-breakpoint
ALTER TABLE "setbacks" ADD COLUMN "missing" jsonb;--> statement-breakpoint
ALTER TABLE "setbacks" ADD COLUMN "missing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "setbacks" ADD CONSTRAINT "setbacks_waiting" CHECK ("setbacks"."next_try" is null or "setbacks"."waiting_since" is not null or "setbacks"."missing_since" is not null);