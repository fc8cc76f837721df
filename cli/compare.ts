import { allPages } from './all-pages.ts';
import type { CommandContext } from './context.ts';
import { compareMods, compareSettings, type HeldMod } from './differences.ts';
import { noServerPack } from './download.ts';
import { graphql } from './gql/gql.ts';
import { type OpenGateway, openGateway } from './open-gateway.ts';
import { shown, table } from './screen.ts';

const serverPackFacts = graphql(`
  query ServerPackFacts($databaseId: Int!) {
    serverPack(databaseId: $databaseId) {
      modPack {
        databaseId
        name
      }
      runConfiguration {
        gameVersion
        modloader
        modloaderVersion
        startArgs
        clientMods
        whitelistedMods
        includeFiles
        excludeFiles
        includeWorld
        automaticSides
        nameEncoding
      }
    }
  }
`);

const keptMods = graphql(`
  query KeptMods($databaseId: Int!, $after: String) {
    serverPack(databaseId: $databaseId) {
      decisions(filter: { kept: true }, first: 100, after: $after) {
        nodes {
          file
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const modsOf = graphql(`
  query ModsOf($databaseId: Int!, $after: String) {
    modPack(databaseId: $databaseId) {
      mods(first: 100, after: $after) {
        nodes {
          file
          descriptors {
            mods {
              modId
              version
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

/** `compare A B`: what differs between two server packs of a service, in their settings and mods. */
export async function compare(context: CommandContext, first: number, second: number): Promise<void> {
  const { screen, signal } = context;
  await using gateway = openGateway(context);
  const [one, other] = [await read(gateway, first, signal), await read(gateway, second, signal)];
  const settings = compareSettings(one.runConfiguration, other.runConfiguration);
  const mods = compareMods(one.mods, other.mods);
  screen.data({ settings, ...mods });
  const { added, removed, changed } = mods;
  if (settings.length + added.length + removed.length + changed.length === 0)
    return screen.print('Both have the same settings and the same mods.');
  if (settings.length > 0) {
    const rows = settings.map((row) => [
      row.setting,
      shown(row.first, 60) || '-',
      shown(row.second, 60) || '-',
    ]);
    screen.print(...table(['setting', String(first), String(second)], rows), '');
  }
  screen.print(
    ...changed.map((mod) => `~ ${shown(mod.first.file, 100)} -> ${shown(mod.second.file, 100)}`),
    ...added.map(({ file }) => `+ ${shown(file, 100)}`),
    ...removed.map(({ file }) => `- ${shown(file, 100)}`),
    `${changed.length} mods changed, ${added.length} added, ${removed.length} removed.`,
  );
}

async function read(gateway: OpenGateway, databaseId: number, signal: AbortSignal) {
  const { serverPack } = await gateway.ask(serverPackFacts, { databaseId }, signal);
  if (serverPack === null) throw noServerPack(databaseId);
  const { modPack, runConfiguration } = serverPack;
  const kept = await allPages(async (after) => {
    const answer = await gateway.ask(keptMods, { databaseId, after }, signal);
    return answer.serverPack?.decisions ?? null;
  });
  const known = await allPages(async (after) => {
    const answer = await gateway.ask(modsOf, { databaseId: modPack.databaseId, after }, signal);
    return answer.modPack?.mods ?? null;
  });
  if (kept === null || known === null) throw noServerPack(databaseId);
  const byFile = new Map(known.map((mod) => [mod.file, mod.descriptors[0]?.mods[0]]));
  const mods = kept.map(({ file }): HeldMod => {
    const mod = byFile.get(file);
    return { file, modId: mod?.modId ?? null, version: mod?.version ?? null };
  });
  return { runConfiguration, mods };
}
