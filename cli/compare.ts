import { GatewayRefusal } from '../client/gateway/gateway-errors.ts';
import { allPages } from './all-pages.ts';
import type { CommandContext } from './context.ts';
import { graphql } from './gql/graphql.ts';
import { openGateway } from './open-gateway.ts';
import { shown } from './screen.ts';

const comparison = graphql(`
  query Comparison($first: ServerPackBy, $second: Int!) {
    compareServerPacks(first: $first, second: { databaseId: $second }) {
      __typename
      ... on ServerPackComparison {
        markdown
        first {
          databaseId
        }
        settings {
          name
          first
          second
        }
        acts {
          kind
          message
          java
          mod
        }
      }
      ... on UserError {
        code
        message
      }
    }
  }
`);

const comparedMods = graphql(`
  query ComparedMods($first: Int!, $second: Int!, $after: String) {
    compareServerPacks(first: { databaseId: $first }, second: { databaseId: $second }) {
      ... on ServerPackComparison {
        mods(first: 100, after: $after) {
          nodes {
            change
            name
            modId
            isByRequest
            firstFile
            firstVersion
            secondFile
            secondVersion
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

const comparedFiles = graphql(`
  query ComparedFiles($first: Int!, $second: Int!, $after: String) {
    compareServerPacks(first: { databaseId: $first }, second: { databaseId: $second }) {
      ... on ServerPackComparison {
        files(first: 100, after: $after) {
          nodes {
            change
            path
            formerPath
            firstSize
            secondSize
            text
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

/** `compare A B`: what changed from one server pack of a service to another; `compare B`, from the version before in its line. */
export async function compare(context: CommandContext, one: number, other: number | null): Promise<void> {
  const { screen, signal } = context;
  await using gateway = openGateway(context);
  const [given, second] = other === null ? [null, one] : [{ databaseId: one }, other];
  const answer = await gateway.ask(comparison, { first: given, second }, signal);
  const { compareServerPacks: found } = answer;
  if (found.__typename !== 'ServerPackComparison') throw new GatewayRefusal(found.code, found.message);
  if (!screen.json) return screen.print(...found.markdown.trimEnd().split('\n').map(line));
  const first = found.first.databaseId;
  const mods = await allPages(async (after) => {
    const { compareServerPacks: page } = await gateway.ask(comparedMods, { first, second, after }, signal);
    if ('mods' in page) return page.mods;
    throw new GatewayRefusal(page.code, page.message);
  });
  const files = await allPages(async (after) => {
    const { compareServerPacks: page } = await gateway.ask(comparedFiles, { first, second, after }, signal);
    if ('files' in page) return page.files;
    throw new GatewayRefusal(page.code, page.message);
  });
  const shownMods = mods?.map(({ firstFile, firstVersion, secondFile, secondVersion, ...mod }) => ({
    ...mod,
    first: firstFile === null ? null : { file: firstFile, version: firstVersion },
    second: secondFile === null ? null : { file: secondFile, version: secondVersion },
  }));
  screen.data({ first, second, settings: found.settings, acts: found.acts, mods: shownMods, files });
}

/** A line of Markdown: what it is indented by belongs to it. */
function line(text: string): string {
  const [indent = ''] = /^[-+ ]? */.exec(text) ?? [];
  return indent + shown(text.slice(indent.length));
}
