import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useClient } from 'urql';
import type {
  PackReferenceInput,
  ReleaseChannel,
  UpdateLineFollowingInput,
} from '../../client/gql/schema.ts';
import { useViewer } from '../access/viewer.ts';
import { operation } from '../data/operation.ts';
import { type Refusal, refusalIn } from '../data/refusal.ts';
import { graphql } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Facts } from '../ui/facts.tsx';
import { Section } from '../ui/page.tsx';
import { RefusalText } from '../ui/refusal-text.tsx';
import type { LineFacts } from './line.ts';
import { useAct } from './use-act.ts';
import './line.ts';

const followLine = operation(
  graphql(`
  mutation FollowLine($pack: PackReferenceInput!) {
    followLine(input: { pack: $pack }) {
      __typename
      ... on Line {
        ...LineFollowed
      }
      ... on UserError {
        code
        message
      }
    }
  }
`),
);
const updateFollowing = operation(
  graphql(`
  mutation UpdateFollowing($input: UpdateLineFollowingInput!) {
    updateLineFollowing(input: $input) {
      __typename
      ... on Line {
        ...LineFollowed
      }
      ... on UserError {
        code
        message
      }
    }
  }
`),
);
const unfollowLine = operation(
  graphql(`
  mutation UnfollowLine($line: String!) {
    unfollowLine(input: { line: $line }) {
      __typename
      ... on Line {
        ...LineFollowed
      }
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

const channels: readonly ReleaseChannel[] = ['RELEASE', 'BETA', 'ALPHA'];

/**
 * How new versions of a line come, and what whoever looks may do about that; nothing where somebody has to bring them.
 */
export function Following({ line }: { line: LineFacts }) {
  const { line: texts } = useTexts();
  const format = useFormat();
  const viewer = useViewer();
  const { act, isBusy, refusal } = useFollowing();
  const { name, following } = line;
  const pack = packOf(line);
  const mayFollow =
    following === null && pack !== null && viewer.facts?.role != null && viewer.may('PUBLISH');
  if (following === null && !mayFollow) return null;
  const button = (label: string, action: Parameters<typeof act>[0]) => (
    <Button size="xs" variant="default" loading={isBusy} onClick={() => act(action)}>
      {label}
    </Button>
  );
  return (
    <Section title={texts.following}>
      {following === null ? (
        <Text size="sm">{texts.notFollowed}</Text>
      ) : (
        <Facts
          facts={[
            [texts.from, following.address],
            [texts.channel, following.mayChange ? null : texts.channels[following.channel]],
            [
              texts.nextLook,
              following.nextLookAt == null ? texts.held : format.dateTime(following.nextLookAt),
            ],
            [texts.problem, following.problem],
          ]}
        />
      )}
      {following?.mayChange && (
        <NativeSelect
          maw={320}
          label={texts.channel}
          value={following.channel}
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            const channel = channels.find((one) => one === currentTarget.value);
            if (channel !== undefined) act({ kind: 'update', input: { line: name, channel } });
          }}
          data={channels.map((value) => ({ value, label: texts.channels[value] }))}
        />
      )}
      <Group gap="xs">
        {mayFollow && button(texts.follow, { kind: 'follow', pack })}
        {following?.mayChange && (
          <>
            {button(following.held ? texts.goOn : texts.hold, {
              kind: 'update',
              input: { line: name, held: !following.held },
            })}
            {button(texts.unfollow, { kind: 'unfollow', line: name })}
          </>
        )}
      </Group>
      <Text size="sm" role="status" component="div">
        {refusal !== null && <RefusalText refusal={refusal} />}
      </Text>
    </Section>
  );
}

type Action =
  | { kind: 'follow'; pack: PackReferenceInput }
  | { kind: 'update'; input: UpdateLineFollowingInput }
  | { kind: 'unfollow'; line: string };

function useFollowing() {
  const client = useClient();
  return useAct(async (action: Action): Promise<Refusal | null> => {
    if (action.kind === 'follow') {
      const { data, error } = await client.mutation(followLine, { pack: action.pack }).toPromise();
      return refusalIn(data?.followLine, error);
    }
    if (action.kind === 'update') {
      const { data, error } = await client.mutation(updateFollowing, { input: action.input }).toPromise();
      return refusalIn(data?.updateLineFollowing, error);
    }
    const { data, error } = await client.mutation(unfollowLine, { line: action.line }).toPromise();
    return refusalIn(data?.unfollowLine, error);
  });
}

/** The modpack as its platform knows it; null for a line that somebody has named. */
function packOf({ platform, projectID }: LineFacts): PackReferenceInput | null {
  if (projectID == null) return null;
  if (platform === 'MODRINTH') return { modrinth: { project: projectID } };
  if (platform === 'CURSEFORGE') return { curseForge: { project: projectID } };
  return platform === 'FTB' ? { ftb: { project: projectID } } : null;
}
