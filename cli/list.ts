import type { CommandContext } from './context.ts';
import { graphql } from './gql/graphql.ts';
import { openGateway } from './open-gateway.ts';
import { partOfList, shown, sized, table } from './screen.ts';
import { type StatusWord, statusWords, wordFor } from './words.ts';

const modPacks = graphql(`
  query ModPacks($first: Int!, $filter: ModPackFilter) {
    modPacks(first: $first, filter: $filter) {
      totalCount
      totalCountIsEstimated
      nodes {
        databaseId
        name
        title
        status
        size
        sha256
        source
        dateCreated: createdAt
        scan {
          quarantined
          findings {
            entry
            signature
          }
        }
        serverPacks(last: 10) {
          nodes {
            databaseId
            downloads
            confirmedWorking
            run {
              configuration {
                gameVersion
                modloader
                modloaderVersion
              }
            }
          }
        }
      }
    }
  }
`);

/** What `list` shows. */
export interface ListOptions {
  first: number;
  status?: StatusWord;
  name?: string;
  quarantined?: true;
}

/** `list`: the modpacks of a service with their newest server packs, newest first. */
export async function list(
  context: CommandContext,
  { first, status, name, quarantined }: ListOptions,
): Promise<void> {
  const { screen, signal } = context;
  await using gateway = openGateway(context);
  const filter = {
    ...(status && { status: [statusWords[status]] }),
    ...(name && { nameContains: name }),
    ...(quarantined && { quarantined }),
  };
  const answer = await gateway.ask(modPacks, { first, filter }, signal);
  const { nodes, totalCount, totalCountIsEstimated } = answer.modPacks;
  screen.data({
    totalCount,
    totalCountIsEstimated,
    modPacks: nodes.map(({ databaseId, serverPacks, scan, ...pack }) => ({
      id: databaseId,
      ...pack,
      quarantined: scan?.quarantined === true,
      findings: scan?.findings ?? [],
      serverPacks: serverPacks.nodes.map(({ databaseId: id, ...serverPack }) => ({ id, ...serverPack })),
    })),
  });
  if (nodes.length === 0) return screen.print('There are no modpacks.');
  const rows = nodes.map((pack) => [
    String(pack.databaseId),
    wordFor(statusWords, pack.status),
    sized(pack.size),
    pack.dateCreated.slice(0, 10),
    pack.serverPacks.nodes.map(({ databaseId }) => databaseId).join(', '),
    shown(pack.title, 100),
    ...(quarantined ? [foundIn(pack.scan?.findings ?? [])] : []),
  ]);
  const heads = [
    'id',
    'status',
    'size',
    'uploaded',
    'server packs',
    'name',
    ...(quarantined ? ['found'] : []),
  ];
  screen.print(...table(heads, rows));
  if (totalCount > nodes.length) screen.note(partOfList(nodes.length, answer.modPacks));
}

function foundIn([first, ...others]: readonly { entry: string; signature: string }[]): string {
  if (!first) return '';
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `${shown(first.signature, 80)} in ${shown(first.entry, 120)}${more}`;
}
