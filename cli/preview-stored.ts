import { GatewayRefusal } from '../client/gateway/gateway-errors.ts';
import { allPages } from './all-pages.ts';
import type { CommandContext } from './context.ts';
import { graphql } from './gql/graphql.ts';
import { openGateway } from './open-gateway.ts';
import { showPreview } from './preview.ts';
import { isJarPath, type RunOptions } from './run-options.ts';
import { noModPack, runConfigurationOf } from './start-run.ts';

const modPackToPreview = graphql(`
  query ModPackToPreview($databaseId: Int!) {
    modPack(by: { databaseId: $databaseId }) {
      id
      startArgs
      recommendedMemory
    }
  }
`);

const preview = graphql(`
  query Preview(
    $modPack: ID!
    $runConfiguration: RunConfigurationInput!
    $filter: ModDecisionFilter
    $after: String
  ) {
    previewServerPack(modPack: { id: $modPack }, runConfiguration: $runConfiguration) {
      __typename
      ... on ServerPackPreview {
        keptCount
        droppedCount
        keptModBytes
        fileCount
        fileBytes
        leftOutCount
        leftOutBytes
        javaVersion
        newestJavaVersion
        leftOut {
          path
          files
          bytes
          reason
        }
        warnings {
          code
          error: message
          entry
        }
        decisions(filter: $filter, first: 100, after: $after) {
          nodes {
            file
            kept
            reason
            certainty
            evidence
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
      ... on UserError {
        code
        message
      }
    }
  }
`);

/** `preview ID`: what would become of a modpack of the service, before anything is built. */
export async function previewStored(
  context: CommandContext,
  databaseId: number,
  { all = false, ...options }: RunOptions & { all?: boolean },
): Promise<void> {
  const { screen, signal } = context;
  await using gateway = openGateway(context);
  const { addedMods = [], ...asked } = await runConfigurationOf(options);
  // A preview shows no added mods, so it needs no jars.
  const runConfiguration = { ...asked, addedMods: addedMods.filter((named) => !isJarPath(named)) };
  const { modPack } = await gateway.ask(modPackToPreview, { databaseId }, signal);
  if (modPack === null) throw noModPack(databaseId);
  const filter = all ? {} : { kept: false };
  const ask = async (after: string | null) => {
    const variables = { modPack: modPack.id, runConfiguration, filter, after };
    const { previewServerPack: answer } = await gateway.ask(preview, variables, signal);
    if (answer.__typename !== 'ServerPackPreview') throw new GatewayRefusal(answer.code, answer.message);
    return answer;
  };
  const first = await ask(null);
  const { decisions: page, __typename: _typename, ...counts } = first;
  const decisions = await allPages(async (after) => (after === null ? page : (await ask(after)).decisions));
  const { startArgs, recommendedMemory } = modPack;
  showPreview(
    screen,
    { ...counts, startArgs, recommendedMemory, decisions: decisions ?? [], run: null },
    { all },
  );
}
