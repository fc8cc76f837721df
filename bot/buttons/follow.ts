import { followRun, type Run } from '../follow-run.ts';
import { graphql } from '../gql/graphql.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { awaitUpload } from '../upload-by-link.ts';
import type { Button } from './button.ts';
import { numberIn } from './ids.ts';

const runToFollow = graphql(`
  query RunToFollow($modPack: Int!) {
    modPack(by: { databaseId: $modPack }) {
      id
      databaseId
      title
      runs(last: 1) {
        nodes {
          databaseId
        }
      }
    }
  }
`);

/** Follows a run again after a restart, or where Discord allows no more than 15 minutes. */
export const followButton: Button = {
  kind: 'follow',
  answer: 'update',
  starts: false,
  async run(services, interaction, reply, values) {
    if (services.following.has(interaction.message.id)) return;
    const run = await findRun(services, values);
    if (run !== null) await followRun(services, run, reply);
  },
};

/** The run that an id names by the numbers of its modpack and its configuration; null where these are no numbers. */
export async function findRun(
  { gateway, stopping }: Services,
  [modPackNumber, runConfigurationNumber]: readonly string[],
): Promise<Run | null> {
  const number = numberIn(modPackNumber);
  if (number === null) return null;
  const { modPack } = await gateway.ask(runToFollow, { modPack: number }, stopping);
  const databaseId = numberIn(runConfigurationNumber) ?? modPack?.runs.nodes[0]?.databaseId ?? null;
  if (modPack === null || databaseId === null) throw new Refusal(({ refused }) => refused.noModPack(number));
  return { modPack, run: { databaseId } };
}

const ticketToWaitFor = graphql(`
  query TicketToWaitFor($id: ID!) {
    uploadTicket(by: { id: $id }) {
      id
      expiresAt
    }
  }
`);

/** Waits again for an upload link. */
export const waitButton: Button = {
  kind: 'wait',
  answer: 'update',
  starts: false,
  async run(services, interaction, reply, [id = '']) {
    if (services.following.has(interaction.message.id)) return;
    const { uploadTicket } = await services.gateway.ask(ticketToWaitFor, { id }, services.stopping);
    if (uploadTicket === null) throw new Refusal(({ link }) => link.unused);
    const expires = new Date(uploadTicket.expiresAt);
    await awaitUpload(services, { id: uploadTicket.id, expires, remembered: null }, reply);
  },
};
