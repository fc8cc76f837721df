import type { Side } from '../../client/gql/schema.ts';
import { type AllPages, useAllPages } from '../data/all-pages.ts';
import { operation } from '../data/operation.ts';
import { graphql, type InventoryPageQuery } from '../gql/graphql.ts';

const inventoryPage = operation(
  graphql(`
  query InventoryPage($id: ID!, $after: String) {
    node(id: $id) {
      ... on ModPack {
        mods(first: 100, after: $after) {
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            file
            size
            note
            descriptors {
              format
              side
              certainty
              evidence
              mods {
                modId
                name
                version
              }
            }
          }
        }
      }
    }
  }
`),
);

type ListedMod = Extract<NonNullable<InventoryPageQuery['node']>, { mods: unknown }>['mods']['nodes'][number];

/** A jar of a modpack as people want to see it. */
export interface Mod {
  file: string;
  size: number;
  /** The mod's own name, else its file name. */
  name: string;
  version: string;
  side: Side;
  evidence: string;
}

/** All mods of a modpack, as far as they have been read; with null, none. */
export function useMods(modPack: string | null): AllPages<Mod> {
  return useAllPages(
    modPack === null
      ? null
      : {
          query: inventoryPage,
          key: modPack,
          variables: (after) => ({ id: modPack, after }),
          pageOf: ({ node }) => {
            if (!node || !('mods' in node)) return null;
            const { nodes, pageInfo } = node.mods;
            return {
              items: nodes.map(toMod),
              next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
            };
          },
        },
  );
}

function toMod({ file, size, note, descriptors }: ListedMod): Mod {
  const [identity] = descriptors.flatMap(({ mods }) => mods);
  const deciding = descriptors.find(({ side }) => side !== 'UNKNOWN') ?? descriptors[0];
  return {
    file,
    size,
    name: identity?.name || identity?.modId || file.replace(/\.jar$/i, ''),
    version: identity?.version ?? '',
    side: sideOf(descriptors.map(({ side }) => side)),
    evidence: note ?? deciding?.evidence ?? '',
  };
}

/** The side of a jar with a descriptor for each of several modloaders: where they differ, it works on both. */
function sideOf(sides: readonly Side[]): Side {
  const known = [...new Set(sides.filter((side) => side !== 'UNKNOWN'))];
  if (known.length > 1) return 'BOTH';
  return known[0] ?? 'UNKNOWN';
}
