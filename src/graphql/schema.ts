import { builder } from './builder.ts';
import './scalars.ts';
import './errors.ts';
import './run-configuration.ts';
import './mod-decision.ts';
import './mod-file.ts';
import './server-pack.ts';
import './mod-pack.ts';
import './event.ts';
import './run.ts';
import './import.ts';
import './missing-files.ts';
import './vote.ts';
import './votes.ts';
import './deletion.ts';
import './preview.ts';
import './log.ts';
import './progress.ts';
import './queue-place.ts';
import './statistics.ts';
import './lists/listed-versions.ts';
import './viewer.ts';
import './service.ts';
import './upload-ticket.ts';
import './webhook.ts';
import { watchResolvers } from './execution/watch-resolvers.ts';

/** The schema of the service, built once. */
export const schema = watchResolvers(builder.toSchema());
