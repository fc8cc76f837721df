import { escaped } from '../texts/text.ts';
import { startButton } from './buttons/ids.ts';
import type { Run } from './follow-run.ts';
import { graphql, type RunStartFragment } from './gql/graphql.ts';
import { Refusal } from './refusal.ts';
import { refusedRequest } from './refused-request.ts';
import type { Asked } from './remembered.ts';
import { sentBy } from './senders.ts';
import type { Services } from './services.ts';

graphql(`
  fragment RunStart on RunStartedResult {
    __typename
    ... on RunStarted {
      ...StartedRun
    }
    ... on UserError {
      code
      message
      field
      existing {
        databaseId
      }
    }
  }
`);

graphql(`
  fragment StartedRun on RunStarted {
    modPack {
      id
      databaseId
      title
      createdAt
    }
    ownerSecret
    run {
      databaseId
    }
  }
`);

/**
 * Returns the started run, whose modpack `sender` has just sent if there is one, or throws the refusal; for content
 * that is stored already, with a button that builds from its modpack.
 */
export function startedRun(
  services: Pick<Services, 'log' | 'remembered' | 'store'>,
  result: RunStartFragment,
  { asked, guildId, sender }: { asked: Asked; guildId: string | null; sender: string | null },
): Run {
  if (result.__typename === 'RunStarted') {
    if (sender !== null) services.store.noteSender(sentBy(sender, result.modPack, result.ownerSecret));
    return result;
  }
  const { code, message, existing } = result;
  if (code !== 'DUPLICATE_MOD_PACK') throw refusedRequest(services, result, { asked, goal: 'build' });
  const { runConfiguration } = asked;
  throw duplicate(services, { message, modPack: existing?.databaseId ?? null, runConfiguration, guildId });
}

/** Refuses content that is stored as `modPack`, which its server may keep to itself. */
export function duplicate(
  { remembered, store }: Pick<Services, 'remembered' | 'store'>,
  {
    message,
    modPack,
    runConfiguration,
    guildId,
  }: {
    message: string;
    modPack: number | null;
    runConfiguration: Asked['runConfiguration'];
    guildId: string | null;
  },
): Refusal {
  if (modPack === null || !store.maySee(guildId, modPack))
    return new Refusal(({ refused }) => refused.duplicate);
  const id = remembered.keep({ source: { modPack }, runConfiguration });
  return new Refusal(() => escaped(message, 900), {
    buttons: (words) => [startButton(id, words.buttons.build)],
  });
}
