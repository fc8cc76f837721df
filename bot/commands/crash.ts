import { ApplicationCommandOptionType, type Attachment } from 'discord.js';
import { GatewayRefusal } from '../../client/gateway/gateway-errors.ts';
import { besides } from '../../client/gateway/multipart.ts';
import { bytes, escaped } from '../../texts/text.ts';
import { buildWithout } from '../build-without.ts';
import { described } from '../command-names.ts';
import { findingsMessage } from '../format/log-findings.ts';
import { underWayMessage } from '../format/under-way.ts';
import {
  type AnalyzeLogMutation,
  graphql,
  type LogFindingLineFragment,
  type ServerPackOfLogQuery,
} from '../gql/graphql.ts';
import { openAttachment } from '../open-attachment.ts';
import { Refusal } from '../refusal.ts';
import type { Reply } from '../reply.ts';
import type { Services } from '../services.ts';
import { numberRange, serverPackChoices } from './choices.ts';
import type { Command } from './command.ts';
import { everywhere } from './where.ts';

const analyzeLog = graphql(`
  mutation AnalyzeLog($input: AnalyzeLogInput!) {
    analyzeLog(input: $input) {
      __typename
      ... on LogAnalysis {
        findings {
          ...LogFindingLine
        }
      }
      ... on UserError {
        code
        message
      }
    }
  }
`);

const serverPackOfLog = graphql(`
  query ServerPackOfLog($databaseId: Int!) {
    serverPack(by: { databaseId: $databaseId }) {
      id
      ...BuiltFrom
      modPack {
        databaseId
      }
    }
  }
`);

type ServerPack = NonNullable<ServerPackOfLogQuery['serverPack']>;

/** In bytes; the gateway reads no more. */
const largestLog = 50 * 1024 * 1024;
/** In characters; Discord takes no more in an option. */
const longestText = 6000;

/** `/crash`: tells by its log why a server did not start, and which jars of its server pack are at fault. */
export const crash: Command = {
  definition: {
    ...described('crash'),
    ...everywhere,
    options: [
      { type: ApplicationCommandOptionType.Attachment, ...described('logFile') },
      { type: ApplicationCommandOptionType.String, ...described('logText'), max_length: longestText },
      {
        type: ApplicationCommandOptionType.Integer,
        ...described('serverPackOfLog'),
        ...numberRange,
        autocomplete: true,
      },
    ],
  },
  visibility: 'public',
  governed: 'channel and role',
  starts: true,
  async run(services, { options }, reply) {
    const file = options.getAttachment('file');
    const text = options.getString('text');
    const databaseId = options.getInteger('server-pack');
    const serverPack = databaseId === null ? null : await findServerPack(services, databaseId, reply);
    const of = serverPack?.id ?? null;
    const findings =
      file !== null
        ? await readFile(services, file, of, reply)
        : findingsIn(await readText(services, text, of));
    const { words } = reply;
    const buttons =
      serverPack === null ? [] : buildWithout(services, serverPack, { jars: blamedJar(findings), words });
    reply.show(findingsMessage(findings, { name: file?.name ?? null, words, buttons }));
  },
  complete: (services, { guildId, options }) =>
    serverPackChoices(services, { guildId, text: options.getFocused() }),
};

async function findServerPack(
  { gateway, store, stopping }: Services,
  databaseId: number,
  { place }: Reply,
): Promise<ServerPack> {
  const { serverPack } = await gateway.ask(serverPackOfLog, { databaseId }, stopping);
  if (serverPack === null || !store.maySee(place.guildId, serverPack.modPack.databaseId))
    throw new Refusal(({ refused }) => refused.noServerPack(databaseId));
  return serverPack;
}

async function readText({ gateway, stopping }: Services, text: string | null, serverPack: string | null) {
  if (text === null || text.trim() === '') throw new Refusal(({ refused }) => refused.noLog);
  const log = isLink(text) ? { url: text.trim() } : { text };
  const input = { log, serverPack };
  return gateway.ask(analyzeLog, { input }, stopping);
}

/** The gateway says which links it takes. */
function isLink(text: string): boolean {
  return /^\s*(?:https?:\/\/\S+|(?:api\.)?mclo\.gs\/\S+)\s*$/.test(text);
}

async function readFile(
  { gateway, stopping }: Services,
  file: Attachment,
  serverPack: string | null,
  reply: Reply,
): Promise<LogFindingLineFragment[]> {
  const { words } = reply;
  if (file.size > largestLog) throw new Refusal(({ refused }) => refused.logTooLarge(escaped(file.name, 80)));
  const receiving = words.underWay.receiving(bytes(file.size, words));
  reply.show(underWayMessage(file.name, receiving, { words }));
  const source = await openAttachment(file, stopping);
  const result = await gateway
    .upload(
      analyzeLog,
      { input: { log: { file: besides }, serverPack } },
      { name: file.name, contentType: 'text/plain', stream: source.stream },
      { at: 'input.log.file', signal: stopping },
    )
    .catch((error: unknown) => {
      throw source.broken() ? new Refusal(({ refused }) => refused.attachmentBroken) : error;
    });
  return findingsIn(result);
}

function findingsIn({ analyzeLog: result }: AnalyzeLogMutation): LogFindingLineFragment[] {
  if (result.__typename !== 'LogAnalysis') throw new GatewayRefusal(result.code, result.message);
  return result.findings;
}

/** The first jar that is to be left out. */
function blamedJar(findings: readonly LogFindingLineFragment[]): string[] {
  const { suspects } =
    findings.find(({ act, suspects: [first] }) => act?.kind === 'DROP_MOD' && first?.file) ?? {};
  const file = suspects?.[0]?.file;
  return file == null ? [] : [file];
}
