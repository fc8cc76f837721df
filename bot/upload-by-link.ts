import { followRun, type Run } from './follow-run.ts';
import { underWayMessage, uploadLinkMessage } from './format/cards.ts';
import { GatewayRefusal } from './gateway-errors.ts';
import { graphql } from './gql/gql.ts';
import type { RunConfigurationInput } from './gql/graphql.ts';
import { Refusal } from './refusal.ts';
import type { Reply } from './reply.ts';
import type { Services } from './services.ts';
import { watchOn } from './watch-on.ts';

const createUploadTicket = graphql(`
  mutation CreateUploadTicket($input: CreateUploadTicketInput!) {
    createUploadTicket(input: $input) {
      __typename
      ... on UploadTicketCreated {
        url
        uploadTicket {
          id
          expires
        }
      }
      ... on Error {
        code
        message
      }
    }
  }
`);

const usedTicket = graphql(`
  subscription UsedTicket($id: ID!) {
    uploadTicket(id: $id) {
      modPack {
        databaseId
        name
        runConfigurations(first: 1) {
          nodes {
            databaseId
          }
        }
      }
    }
  }
`);

const title = 'A modpack on its way';

/** In milliseconds: how long news of an upload in the last moment may take. */
const grace = 5000;

/** In milliseconds; Node's timers go no further. */
const longestTimer = 2 ** 31 - 1;

/**
 * Gives the caller, in private, a link to upload a modpack with, and shows in `reply` what comes of it. Throws a
 * `Refusal` when nothing does.
 */
export async function uploadByLink(
  services: Services,
  runConfiguration: RunConfigurationInput,
  reply: Reply,
): Promise<void> {
  const { gateway, linkTo, stopping } = services;
  const input = { runConfiguration };
  const { createUploadTicket: made } = await gateway.ask(createUploadTicket, { input }, stopping);
  if (made.__typename !== 'UploadTicketCreated') throw new GatewayRefusal(made.code, made.message);
  const { id, expires } = made.uploadTicket;
  const until = new Date(expires);
  reply.show(underWayMessage(title, 'Waiting for the upload', null));
  await reply.aside(uploadLinkMessage(linkTo(made.url), until));
  const run = await uploadedWith(services, id, until);
  if (run !== null) return followRun(services, run, reply);
  if (!stopping.aborted)
    throw new Refusal('Nothing was uploaded by your link in time. Use `/upload` again for a new one.');
  const rest =
    'This bot is being restarted and no longer follows this; the link stays good, /status tells the rest';
  reply.show(underWayMessage(title, rest, null));
}

/** The run that an upload by this ticket starts; null when its time is over, or the bot's. */
async function uploadedWith(services: Services, id: string, until: Date): Promise<Run | null> {
  const used = new AbortController();
  const left = AbortSignal.timeout(Math.min(longestTimer, Math.max(0, until.getTime() - Date.now()) + grace));
  const found: Run[] = [];
  await watchOn(
    services,
    (signal) =>
      services.gateway.watch(
        usedTicket,
        { id },
        ({ uploadTicket }) => {
          const modPack = uploadTicket?.modPack;
          const runConfiguration = modPack?.runConfigurations.nodes[0];
          if (modPack == null || runConfiguration === undefined) return;
          found.push({ modPack, runConfiguration });
          used.abort();
        },
        signal,
      ),
    AbortSignal.any([used.signal, left]),
  );
  return found[0] ?? null;
}
