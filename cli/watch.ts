import type { CommandContext } from './context.ts';
import { followRun, isTold, stepData, stepLines, watchSteps } from './follow-run.ts';
import { graphql } from './gql/graphql.ts';
import { openGateway } from './open-gateway.ts';
import { shown } from './screen.ts';
import { noModPack } from './start-run.ts';

const newestRun = graphql(`
  query NewestRun($databaseId: Int!) {
    modPack(by: { databaseId: $databaseId }) {
      id
      databaseId
      title
      name
      renamed
      runs(last: 1) {
        nodes {
          databaseId
        }
      }
    }
  }
`);

const newestEvent = graphql(`
  query NewestEvent {
    events(last: 1) {
      nodes {
        id
      }
    }
  }
`);

/** `watch [ID]`: the newest run of a modpack to its end, or whatever happens from now on until it is interrupted. */
export async function watch(context: CommandContext, databaseId: number | null): Promise<void> {
  const { screen, signal } = context;
  await using gateway = openGateway(context);
  if (databaseId !== null) {
    const { modPack } = await gateway.ask(newestRun, { databaseId }, signal);
    const run = modPack?.runs.nodes[0];
    if (!modPack || !run) throw noModPack(databaseId);
    return followRun({ gateway, screen, signal }, { modPack, run, ownerSecret: null });
  }
  const { events } = await gateway.ask(newestEvent, {}, signal);
  screen.note(`Watching ${shown(gateway.url.href)}`);
  await watchSteps(
    gateway,
    { after: events.nodes[0]?.id ?? null, filter: {} },
    (step) => {
      screen.data(stepData(step));
      if (isTold(step)) screen.print(...stepLines(step));
    },
    signal,
  );
}
