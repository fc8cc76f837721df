import { Button, Group, Stack, Text } from '@mantine/core';
import { useSubscription } from 'urql';
import { Link } from 'wouter';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/gql.ts';
import { useTexts } from '../texts/language.ts';
import { Problems } from '../ui/problems.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { QueuePlace } from './queue-place.tsx';

const followModPack = operation(
  graphql(`
  subscription FollowModPack($id: ID!) {
    modPack(id: $id) {
      id
      databaseId
      status
      waiting {
        nextTry
      }
      serverPacks(last: 1) {
        nodes {
          databaseId
          keptCount
          droppedCount
          downloadUrl
        }
      }
      events(last: 1) {
        nodes {
          id
          message
          errors {
            code
            error
            entry
          }
        }
      }
    }
  }
`),
);

/** What becomes of a modpack, live: its step, how far that has come, and the server pack in the end. */
export function LiveRun({ modPack }: { modPack: { id: string; databaseId: number } }) {
  const texts = useTexts();
  const [{ data }] = useSubscription({ query: followModPack, variables: { id: modPack.id } });
  const followed = data?.modPack;
  const status = followed?.status ?? 'QUEUED';
  const [event] = followed?.events.nodes ?? [];
  const [serverPack] = followed?.serverPacks.nodes ?? [];
  return (
    <Stack gap="xs" role="group" aria-label={texts.upload.steps}>
      <Group gap="xs" role="status">
        <StatusBadge status={status} />
        {/* What comes last is done with: the server pack is there. */}
        {status === 'GENERATED' && serverPack !== undefined ? (
          <Text size="sm">
            {`${texts.preview.kept}: ${texts.word.mods(serverPack.keptCount)} · ${texts.preview.dropped}: ${texts.word.mods(serverPack.droppedCount)}`}
          </Text>
        ) : (
          <Text size="sm">{event && texts.step(event.message)}</Text>
        )}
      </Group>
      {status === 'QUEUED' && <QueuePlace modPack={modPack.id} />}
      {status !== 'GENERATED' && status !== 'ERROR' && <ProgressBar modPack={modPack.id} />}
      {event !== undefined && status === 'ERROR' && (
        <Problems color="red" title={texts.modPack.problems} problems={event.errors} />
      )}
      <Group gap="xs">
        {status === 'GENERATED' && serverPack !== undefined && (
          <>
            <Button component="a" href={serverPack.downloadUrl} download size="xs">
              {texts.word.download}
            </Button>
            <Button
              component={Link}
              href={`/serverpacks/${serverPack.databaseId}`}
              size="xs"
              variant="default"
            >
              {texts.word.serverPackN(serverPack.databaseId)}
            </Button>
          </>
        )}
        <Button component={Link} href={`/modpacks/${modPack.databaseId}`} size="xs" variant="default">
          {texts.upload.open}
        </Button>
      </Group>
    </Stack>
  );
}
